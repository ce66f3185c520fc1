# Read by ctest before anything runs: what all tests together need of the system, or a sentence why there are none.
if(NOT EXISTS /proc/self/maps)
  message(FATAL_ERROR "The tests need /proc, and it is not mounted here (mount -t proc proc /proc): the sanitizers and "
                      "the tests of memory and processes look there.")
endif()
