/* Checks the vote among threads: what wins it, and when the leader's report stays. */
#include "search/vote.h"

#include "unit.h"

enum { REPORTS_MAX = 4, HERE = 100, THERE = 101, ELSEWHERE = 102 };

static Report report_of(Point move, int depth, Value value)
{
    return (Report){.move = move, .depth = depth, .value = value};
}

/* Who wins among these where some moves are lost. */
static int elect_beside(const Report *reports, int count, PointSet lost)
{
    const Report *list[REPORTS_MAX];
    for (int i = 0; i < count; i++) {
        list[i] = &reports[i];
    }
    return vote_elect(list, count, &lost);
}

static int elect(const Report *reports, int count)
{
    return elect_beside(reports, count, (PointSet){{0}});
}

static PointSet set_of(Point one, Point other)
{
    PointSet set = {{0}};
    point_set_add(&set, one);
    point_set_add(&set, other);
    return set;
}

TEST(the_leader_stays_among_equals)
{
    Report alone[] = {report_of(HERE, 9, -40)};
    Report equals[] = {report_of(HERE, 9, 10), report_of(THERE, 9, 10),
                       report_of(ELSEWHERE, 9, 10)};
    Report worse[] = {report_of(HERE, 9, 10), report_of(THERE, 9, 9), report_of(ELSEWHERE, 8, 10)};
    assert_int_equal(elect(alone, 1), 0);
    assert_int_equal(elect(equals, 3), 0);
    assert_int_equal(elect(worse, 3), 0);
}

TEST(deeper_and_better_reports_win)
{
    Report deeper[] = {report_of(HERE, 9, 10), report_of(THERE, 10, 10)};
    Report better[] = {report_of(HERE, 9, 10), report_of(THERE, 9, 11)};
    assert_int_equal(elect(deeper, 2), 1);
    assert_int_equal(elect(better, 2), 1);
}

/* Two threads outvote a third that is a little deeper and better. */
TEST(equal_moves_add_up)
{
    Report reports[] = {report_of(HERE, 10, 12), report_of(THERE, 9, 10), report_of(THERE, 9, 11)};
    assert_int_equal(elect(reports, 3), 1);
    assert_int_equal(elect(reports, 2), 0);
}

TEST(a_proven_win_is_taken_and_the_nearest_first)
{
    Report reports[] = {report_of(HERE, 20, 900), report_of(THERE, 3, value_win_at(13)),
                        report_of(ELSEWHERE, 2, value_win_at(9)), report_of(HERE, 19, 900)};
    assert_int_equal(elect(reports, 4), 2);
    reports[2].value = value_win_at(15);
    assert_int_equal(elect(reports, 4), 1);
}

TEST(what_the_leader_has_proved_stays)
{
    Report lost[] = {report_of(HERE, 9, value_loss_at(10)), report_of(THERE, 12, 50)};
    Report won[] = {report_of(HERE, 9, value_win_at(11)), report_of(THERE, 9, value_win_at(7))};
    Report unsearched[] = {report_of(HERE, 0, 0), report_of(THERE, 12, 50)};
    assert_int_equal(elect(lost, 2), 0);
    assert_int_equal(elect(won, 2), 0);
    assert_int_equal(elect(unsearched, 2), 0);
}

/* Who got nowhere, or sees nothing but a loss, does not count: not for its move, and not as the
 * worst. */
TEST(who_has_nothing_to_recommend_has_no_vote)
{
    Report reports[] = {report_of(HERE, 9, 10), report_of(THERE, 9, 11),
                        report_of(HERE, 12, value_loss_at(8)), report_of(HERE, 0, 500)};
    assert_int_equal(elect(reports, 4), 1);
}

/* All moves are lost, and a helper has the proof. */
TEST(who_has_proved_the_position_lost_knows_it_best)
{
    PointSet all = set_of(HERE, THERE);
    Report reports[] = {report_of(HERE, 9, 10), report_of(HERE, 9, 20),
                        report_of(THERE, 0, value_loss_at(6)),
                        report_of(THERE, 3, value_loss_at(8))};
    assert_int_equal(elect_beside(reports, 4, all), 3);
    assert_int_equal(elect_beside(reports, 3, all), 0);
    reports[1].move = ELSEWHERE; /* is left */
    assert_int_equal(elect_beside(reports, 4, all), 1);
}

/* The leader has shown that THERE loses, which a helper believes in; or a helper has shown that
 * of the leader's own move. */
TEST(a_lost_move_is_not_elected)
{
    Report refuted[] = {report_of(HERE, 8, 10), report_of(THERE, 9, 50)};
    Report many[] = {report_of(HERE, 8, 10), report_of(THERE, 9, 50), report_of(ELSEWHERE, 2, -90),
                     report_of(THERE, 9, 60)};
    Report sure[] = {report_of(HERE, 8, 10), report_of(THERE, 9, -300),
                     report_of(ELSEWHERE, 9, value_win_at(9))};
    Report unsearched[] = {report_of(HERE, 0, 0), report_of(THERE, 1, -300)};
    assert_int_equal(elect(refuted, 2), 1);
    assert_int_equal(elect_beside(refuted, 2, set_of(THERE, THERE)), 0);
    assert_int_equal(elect_beside(many, 4, set_of(THERE, THERE)), 0);
    assert_int_equal(elect_beside(many, 4, set_of(THERE, HERE)), 2);
    assert_int_equal(elect_beside(sure, 2, set_of(HERE, HERE)), 1);
    assert_int_equal(elect_beside(sure, 3, set_of(HERE, HERE)), 2);
    assert_int_equal(elect(unsearched, 2), 0);
    assert_int_equal(elect_beside(unsearched, 2, set_of(HERE, HERE)), 1);
    assert_int_equal(elect_beside(refuted, 2, set_of(HERE, THERE)), 0); /* nobody has a say */
}
