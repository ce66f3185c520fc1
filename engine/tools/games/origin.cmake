# Writes a C source with the name of the engine: its version, and a hash of its sources (see origin.h).
#
#   cmake -DLIST=FILE -DROOT=FOLDER -DSOURCE=FILE -P origin.cmake
#
# The list has the version in its first line, then the sources' paths from the root, in the order of their bytes.
file(STRINGS ${LIST} paths)
list(POP_FRONT paths version)
set(hashes "")
foreach(path IN LISTS paths)
  file(SHA256 ${ROOT}/${path} hash)
  string(APPEND hashes "${hash}  ${path}\n")
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING ${hash} 0 16 hash)
file(WRITE ${SOURCE} "/* written by origin.cmake; see origin.h */
#include \"tools/games/origin.h\"

const char origin_engine[] = \"${version}-${hash}\";
")
