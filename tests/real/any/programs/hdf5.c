/* Writes and reads an array. The types of HDF5 are variables of the library. */
#include <hdf5.h>
#include <stdio.h>

int main(void)
{
    int written[3] = {1, 2, 3}, found[3] = {0};
    hsize_t size = 3;
    hid_t file = H5Fcreate("numbers.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &size, NULL);
    hid_t data =
        H5Dcreate2(file, "numbers", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

    H5Dwrite(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, written);
    H5Dread(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, found);
    H5Dclose(data);
    H5Sclose(space);
    H5Fclose(file);
    if (found[2] != 3)
        return 1;
    puts("works");
    return 0;
}
