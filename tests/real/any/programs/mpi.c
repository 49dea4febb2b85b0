/* Gets its rank among all processes. MPI_COMM_WORLD and MPI_INT are variables of the library. */
#include <mpi.h>
#include <stdio.h>

int main(int count, char **words)
{
    int rank, size, sum = 0, one = 1;

    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    if (rank != 0 || sum != size)
        return 1;
    puts("works");
    return 0;
}
