# lazynccl_add(): generates a lazy loader while your project is built. Copy this file and
# lazynccl.pyz of a release, or what `lazynccl vendor --generator` writes, into one folder of your
# tree; or use find_package(lazynccl), FetchContent, or the Python package lazynccl-generator, which all provide the function.
#
#     include(lazynccl/lazynccl.cmake)
#     lazynccl_add(lazy_nccl nccl FUNCTIONS ncclGetVersion ncclGetUniqueId)
#     target_link_libraries(app PRIVATE lazy_nccl)  # before: nccl
#
# lazynccl_add(TARGET LIBRARY... [SHARED] [EXPORT] [FUNCTIONS NAME...] [SEARCH LOCATION...]
#              [RUNPATH FOLDER...] [PREFIX WORD] [OPTIONS WORD...])
#   LIBRARY    the name of a stub, or a path, relative to this folder: a .toml, or a library
#   SHARED     makes a shared library, not an archive that your binary contains
#   EXPORT     exports the functions, for other libraries that link this one
#   RUNPATH    folders of a SHARED library in which ld.so searches, such as $ORIGIN/../nvidia/nccl/lib
#   PREFIX     of the files and the API: WORD.h, WORD_why(); default: lazynccl, or that of the .toml
#   FUNCTIONS  only these; default: all
#   SEARCH     where the library is searched for; default: as vendor --search
#   OPTIONS    other options of vendor, such as --declare
# LAZYNCCL_GENERATOR: lazynccl.pyz, or the folder gen of lazynccl's sources or of `--generator`.
# SPDX-License-Identifier: Apache-2.0 OR MIT
foreach(_lazynccl_path lazynccl.pyz gen ../../gen)
  get_filename_component(_lazynccl_path "${_lazynccl_path}" ABSOLUTE
                         BASE_DIR "${CMAKE_CURRENT_LIST_DIR}")
  if(NOT LAZYNCCL_GENERATOR AND EXISTS "${_lazynccl_path}")
    set(LAZYNCCL_GENERATOR "${_lazynccl_path}")
  endif()
endforeach()

function(lazynccl_add target)
  cmake_parse_arguments(PARSE_ARGV 1 add "SHARED;EXPORT" "PREFIX" "FUNCTIONS;SEARCH;RUNPATH;OPTIONS")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT C IN_LIST languages)
    message(FATAL_ERROR "lazynccl_add: the generated file is C: add C to the LANGUAGES of project()")
  endif()
  if(add_RUNPATH AND NOT add_SHARED)
    message(FATAL_ERROR "lazynccl_add: RUNPATH needs SHARED: give it to the binary that contains "
                        "${target}, with the property INSTALL_RPATH")
  endif()
  if(NOT EXISTS "${LAZYNCCL_GENERATOR}")
    message(FATAL_ERROR "lazynccl_add: no lazynccl.pyz: copy it beside lazynccl.cmake, or set "
                        "LAZYNCCL_GENERATOR to its path")
  endif()
  set(inputs "${LAZYNCCL_GENERATOR}")
  set(newest 3.9)
  if(IS_DIRECTORY "${inputs}")
    set(newest 3.11) # its stubs are TOML
    get_filename_component(root "${inputs}" DIRECTORY)
    file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${root}/gen/*.py ${root}/gen/*.in
         ${root}/include/*.in ${root}/src/runtime/*.[chS] ${root}/stubs/*.toml ${root}/stubs/others/*.toml)
  endif()
  find_package(Python3 ${newest} REQUIRED COMPONENTS Interpreter)

  set(words)
  foreach(library IN LISTS add_UNPARSED_ARGUMENTS)
    get_filename_component(path "${library}" ABSOLUTE)
    if(EXISTS "${path}" AND NOT IS_DIRECTORY "${path}")
      list(APPEND inputs "${path}")
      set(library "${path}")
      if(NOT add_PREFIX AND path MATCHES "\\.toml$")
        file(STRINGS "${path}" prefix REGEX "^prefix = \"[a-z0-9]+\"")
        string(REGEX REPLACE "^prefix = \"([a-z0-9]+)\".*" "\\1" prefix "${prefix}")
      endif()
    endif()
    list(APPEND words "${library}")
  endforeach()
  if(add_FUNCTIONS)
    list(JOIN add_FUNCTIONS "," functions)
    list(APPEND words --only ${functions})
  endif()
  if(add_SEARCH)
    list(JOIN add_SEARCH "," locations)
    list(APPEND words --search ${locations})
  endif()

  set(name lazynccl)
  if(add_PREFIX)
    set(name ${add_PREFIX})
    set(prefix ${add_PREFIX})
    list(APPEND words --prefix ${add_PREFIX})
  elseif(NOT prefix)
    set(prefix lazynccl)
    if(add_EXPORT)
      list(APPEND words --prefix lazynccl) # a stub of lazynccl may have another one
    endif()
  endif()

  set(made "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  add_custom_command(OUTPUT ${made}/${name}.c ${made}/${name}.h
                     COMMAND Python3::Interpreter -B "${LAZYNCCL_GENERATOR}" vendor ${words}
                             ${add_OPTIONS} -o ${made}
                     DEPENDS ${inputs} VERBATIM)
  set(kind STATIC)
  if(add_SHARED)
    set(kind SHARED)
  endif()
  add_library(${target} ${kind} ${made}/${name}.c ${made}/${name}.h)
  if(add_EXPORT)
    string(TOUPPER ${prefix} prefix)
    target_compile_definitions(${target} PRIVATE ${prefix}_EXPORTED)
  endif()
  if(add_RUNPATH)
    target_link_options(${target} PRIVATE LINKER:--enable-new-dtags)
    set_target_properties(${target} PROPERTIES BUILD_RPATH "${add_RUNPATH}"
                          INSTALL_RPATH "${add_RUNPATH}")
  endif()
  target_include_directories(${target} PUBLIC ${made})
  target_link_libraries(${target} PUBLIC ${CMAKE_DL_LIBS})
  # Exceptions of callbacks pass through the archive. With gcc's -flto an archive lacks names that
  # are defined in assembly.
  target_compile_options(${target} PRIVATE -O2 -fexceptions -fno-lto)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON
                        UNITY_BUILD OFF DISABLE_PRECOMPILE_HEADERS ON)
endfunction()
