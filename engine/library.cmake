# The engine as a library for other programs, static and shared, with its headers, a file for pkg-config and a CMake package:
#
#   cmake --install build --component library
#
# It is compiled apart from the library `tengen` that this project's own programs are linked with. A shared library needs code
# that may lie anywhere in memory, and that costs time. Everything is hidden but what the public headers declare.

# Programs that were linked with a library run with every later one of the same major version. That number rises when a public
# function or structure changes in a way that such a program would notice; libtengen1.symbols in scripts/packages/debian lists the
# functions.
# What users may include: engine.h, and what it includes.
set(library_headers diagram engine evaluation game limits opening_rule types verdict)
list(TRANSFORM library_headers REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/engine/include/tengen/\\1.h")

add_library(tengen_shared SHARED ${engine_sources})
target_include_directories(tengen_shared PRIVATE engine engine/include INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(tengen_shared PRIVATE $<BUILD_INTERFACE:tengen_options> Threads::Threads m)
target_link_options(tengen_shared PRIVATE -Wl,--no-undefined)
set_target_properties(tengen_shared PROPERTIES
  OUTPUT_NAME tengen EXPORT_NAME tengen C_VISIBILITY_PRESET hidden
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/library)

# The linker of a program does not heed what is hidden in a static library: its names could clash with the program's own. So the
# objects become one object, in which the hidden names are local.
separate_arguments(compiler_flags UNIX_COMMAND "${CMAKE_C_FLAGS}")
set(whole_object ${CMAKE_BINARY_DIR}/library/tengen.o)
add_custom_command(
  OUTPUT ${whole_object}
  COMMAND ${CMAKE_C_COMPILER} ${compiler_flags} -r -nostdlib -o ${whole_object} $<TARGET_OBJECTS:tengen_shared>
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole_object}
  DEPENDS tengen_shared $<TARGET_OBJECTS:tengen_shared>
  COMMENT "Hiding the names of the static library"
  COMMAND_EXPAND_LISTS VERBATIM)
add_library(tengen_static STATIC ${whole_object})
target_include_directories(tengen_static INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(tengen_static INTERFACE Threads::Threads m)
set_source_files_properties(${whole_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
set_target_properties(tengen_static PROPERTIES
  OUTPUT_NAME tengen EXPORT_NAME static LINKER_LANGUAGE C ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/library)

# Where the prefix is, seen from the file for pkg-config: so everything may be moved together.
set(pkgconfig_folder ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig ${pkgconfig_folder} ${CMAKE_INSTALL_PREFIX})
configure_file(engine/tengen.pc.in ${CMAKE_BINARY_DIR}/library/tengen.pc @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/library/tengen-config-version.cmake COMPATIBILITY SameMajorVersion)
file(WRITE ${CMAKE_BINARY_DIR}/library/tengen-config.cmake
     "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\ninclude(\${CMAKE_CURRENT_LIST_DIR}/tengen-targets.cmake)\n")

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tengen)
install(TARGETS tengen_shared tengen_static EXPORT tengen-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library EXCLUDE_FROM_ALL
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library EXCLUDE_FROM_ALL)
install(EXPORT tengen-targets NAMESPACE tengen:: DESTINATION ${package_folder} COMPONENT library EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_BINARY_DIR}/library/tengen-config.cmake ${CMAKE_BINARY_DIR}/library/tengen-config-version.cmake
        DESTINATION ${package_folder} COMPONENT library EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_BINARY_DIR}/library/tengen.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT library EXCLUDE_FROM_ALL)
install(FILES ${library_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tengen COMPONENT library EXCLUDE_FROM_ALL)
