# lazynccl_add(): generates a lazy loader while your project is built. Copy this file and
# lazynccl.pyz of a release into one folder of your tree; or use find_package(lazynccl),
# FetchContent, or the Python package lazynccl-generator, which all provide the function.
#
#     include(lazynccl/lazynccl.cmake)
#     lazynccl_add(lazy_nccl nccl FUNCTIONS ncclGetVersion ncclGetUniqueId)
#     target_link_libraries(app PRIVATE lazy_nccl)  # before: nccl
#
# lazynccl_add(TARGET LIBRARY... [FUNCTIONS NAME...] [SEARCH LOCATION...] [OPTIONS WORD...])
#   LIBRARY    the name of a stub, or a path, relative to this folder: a .toml, or a library
#   FUNCTIONS  only these; default: all
#   SEARCH     where the library is searched for; default: as vendor --search
#   OPTIONS    other options of vendor, such as --declare
# LAZYNCCL_GENERATOR: lazynccl.pyz, or the folder gen of lazynccl's sources.
# SPDX-License-Identifier: Apache-2.0 OR MIT
foreach(_lazynccl_path lazynccl.pyz ../../gen)
  get_filename_component(_lazynccl_path "${_lazynccl_path}" ABSOLUTE
                         BASE_DIR "${CMAKE_CURRENT_LIST_DIR}")
  if(NOT LAZYNCCL_GENERATOR AND EXISTS "${_lazynccl_path}")
    set(LAZYNCCL_GENERATOR "${_lazynccl_path}")
  endif()
endforeach()

function(lazynccl_add target)
  cmake_parse_arguments(PARSE_ARGV 1 add "" "" "FUNCTIONS;SEARCH;OPTIONS")
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

  set(made "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  add_custom_command(OUTPUT ${made}/lazynccl.c ${made}/lazynccl.h
                     COMMAND Python3::Interpreter "${LAZYNCCL_GENERATOR}" vendor ${words}
                             ${add_OPTIONS} -o ${made}
                     DEPENDS ${inputs} VERBATIM)
  add_library(${target} STATIC ${made}/lazynccl.c ${made}/lazynccl.h)
  target_include_directories(${target} PUBLIC ${made})
  target_link_libraries(${target} PUBLIC ${CMAKE_DL_LIBS})
  # Exceptions of callbacks pass through the archive. With gcc's -flto an archive lacks names that
  # are defined in assembly.
  target_compile_options(${target} PRIVATE -O2 -fexceptions -fno-lto)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 POSITION_INDEPENDENT_CODE ON
                        UNITY_BUILD OFF DISABLE_PRECOMPILE_HEADERS ON)
endfunction()
