# What only a build with ThreadSanitizer is asked: conversations in which threads are interrupted, and whether the
# sanitizer sees a race at all.
set(talks ${CMAKE_CURRENT_SOURCE_DIR}/protocol/conversations)
add_test(NAME conversations
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/protocol/talk.py -j 4 --stretch 8 --engine ${program}
                 ${talks}/threads.talk ${talks}/thinking.talk)
set_tests_properties(conversations PROPERTIES LABELS timing)

add_executable(race protocol/race.c)
target_link_libraries(race PRIVATE tengen_options Threads::Threads)
add_test(NAME race COMMAND race)
set_tests_properties(race PROPERTIES PASS_REGULAR_EXPRESSION "ThreadSanitizer: data race")
