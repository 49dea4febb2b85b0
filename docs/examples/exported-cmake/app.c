/* A program that is linked with the library of op.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
int op_run(void);

int main(void)
{
    return op_run() != 0;
}
