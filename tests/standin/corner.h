/* A library with functions that are hard to stand in for, apart from their arguments. */

#ifdef __cplusplus
extern "C" {
#endif

int corner_callback(int (*)(void *), void *);
int corner_chosen(int);         /* an IFUNC */
int corner_versioned(void);     /* 1 in V1, 2 in V2 */
int corner_self(int);
int corner_alignment(void);     /* the stack's, modulo 16 */
extern int corner_data;

#ifdef __cplusplus
}
#endif
