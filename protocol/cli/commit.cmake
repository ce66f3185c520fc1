# Writes a C source with the name of the commit (see commit.h).
#
#   cmake -DROOT=FOLDER -DSOURCE=FILE -P commit.cmake
#
# Each build runs this. A file that says the same already is left alone, so that nothing is compiled without need.

# `git archive` puts the commit here. So do the hosts of repositories, in the archives that they offer.
set(commit "$Format:%H$")
if(commit MATCHES "^[0-9a-f]+$")
  string(SUBSTRING ${commit} 0 7 commit)
else()
  set(commit "unknown commit")
endif()
# The repository of a folder further up would not be Tengen's. That of another user may be read, and must not be written to.
if(EXISTS ${ROOT}/.git)
  set(ENV{GIT_OPTIONAL_LOCKS} 0)
  execute_process(COMMAND git -c safe.directory=* -C ${ROOT} describe --always --exclude=* --abbrev=7 --dirty
                  OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failure ERROR_QUIET)
  if(NOT failure)
    set(commit ${said})
  endif()
endif()
file(CONFIGURE OUTPUT ${SOURCE} CONTENT "/* written by commit.cmake; see commit.h */
#include \"commit.h\"

const char commit_name[] = \"${commit}\";
")
