// The 26 openings of renju by the names that the engine has for them (engine/opening/opening_name.c).

import {t} from "./texts.js";

/** @type {Record<string, string>} */
export const OPENINGS = {
  Kansei: t("Kansei"), Keigetsu: t("Keigetsu"), Sosei: t("Sosei"), Kagetsu: t("Kagetsu"), Zangetsu: t("Zangetsu"),
  Ugetsu: t("Ugetsu"), Kinsei: t("Kinsei"), Shogetsu: t("Shogetsu"), Kyugetsu: t("Kyugetsu"),
  Shingetsu: t("Shingetsu"), Zuisei: t("Zuisei"), Sangetsu: t("Sangetsu"), Yusei: t("Yusei"), Chosei: t("Chosei"),
  Kyogetsu: t("Kyogetsu"), Kosei: t("Kosei"), Suigetsu: t("Suigetsu"), Ryusei: t("Ryusei"), Ungetsu: t("Ungetsu"),
  Hogetsu: t("Hogetsu"), Rangetsu: t("Rangetsu"), Gingetsu: t("Gingetsu"), Myojo: t("Myojo"), Shagetsu: t("Shagetsu"),
  Meigetsu: t("Meigetsu"), Suisei: t("Suisei"),
};
