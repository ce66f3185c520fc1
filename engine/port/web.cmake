# How Emscripten makes a module for web pages of the engine and the protocol, in one of three ways. scripts/page/engine/engine.js chooses
# among them, and scripts/page/engine/runtime.js starts each.
#
#   WEB_THREADS            the page is cross-origin isolated, so that its workers may share memory
#   WEB_SIMD alone         it is not: a file opened from disk, or a server that sends no such headers
#   neither                a browser from before 2021, or 2023 for Apple's

if(WEB_THREADS AND NOT WEB_SIMD)
  message(FATAL_ERROR "Browsers with threads have SIMD: there is no use for WEB_THREADS without WEB_SIMD")
endif()

target_compile_options(tengen_options INTERFACE
  $<$<BOOL:${WEB_THREADS}>:-pthread>
  $<$<BOOL:${WEB_SIMD}>:-msimd128 -msse2>)

# Room for the weights, which lie beside the module; see engine/eval/weights_web.S.
function(web_weights target)
  target_sources(${target} PRIVATE engine/eval/weights_web.S)
  set(sizes)
  foreach(name freestyle standard renju caro)
    set(file ${PROJECT_SOURCE_DIR}/engine/eval/weights/${name}.bin)
    file(SIZE ${file} bytes)
    math(EXPR rest "${bytes} % 64") # WEIGHTS_ALIGNMENT
    if(NOT rest EQUAL 0)
      message(FATAL_ERROR "${file} would put what follows it at a wrong place: it has ${bytes} bytes, no multiple of 64")
    endif()
    string(TOUPPER ${name} upper)
    list(APPEND sizes WEIGHTS_${upper}_BYTES=${bytes})
    list(APPEND files ${file})
  endforeach()
  file(SIZE ${PROJECT_SOURCE_DIR}/engine/book/books/explorer.bin bytes)
  list(APPEND sizes EXPLORER_BYTES=${bytes})
  set_source_files_properties(engine/eval/weights_web.S PROPERTIES COMPILE_DEFINITIONS "${sizes}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files}
               ${PROJECT_SOURCE_DIR}/engine/book/books/explorer.bin)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/weights.bin
                     COMMAND cat ${files} > ${CMAKE_BINARY_DIR}/weights.bin DEPENDS ${files} VERBATIM)
  add_custom_target(web-weights ALL DEPENDS ${CMAKE_BINARY_DIR}/weights.bin)
endfunction()

# Memory begins small and grows; the most that it may become has to be said where it is shared, and phones refuse to promise
# more. Stacks: 128 KiB are enough for two threads on 32x32, natively. The program needs no files, and takes its memory with it
# when its worker ends.
function(web_module target)
  add_dependencies(${target} web-weights)
  target_link_options(${target} PRIVATE
    -sMODULARIZE -sEXPORT_NAME=createTengen -sENVIRONMENT=worker,node -sFILESYSTEM=0 -sDYNAMIC_EXECUTION=0
    -sINITIAL_MEMORY=33554432 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=536870912 -sTOTAL_STACK=1048576
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free,_weights_freestyle_begin,_explorer_begin
    -sEXPORTED_RUNTIME_METHODS=ccall
    $<$<CONFIG:Release>:-O3>)
  if(WEB_THREADS)
    target_link_options(${target} PRIVATE -pthread -sPROXY_TO_PTHREAD -sPTHREAD_POOL_SIZE=2
                                          -sDEFAULT_PTHREAD_STACK_SIZE=1048576)
  else()
    target_link_options(${target} PRIVATE -sASYNCIFY -sASYNCIFY_IGNORE_INDIRECT -sASYNCIFY_STACK_SIZE=262144)
  endif()
endfunction()
