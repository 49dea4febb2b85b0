/* Sends a request whose inline function uses a variable of the library, wl_registry_interface, over
 * a socket to this program itself. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-client.h>

int main(void)
{
    unsigned request[3] = {0};
    int ends[2];
    struct wl_display *display;
    struct wl_registry *registry;

    if (wl_registry_interface.event_count != 2)
        return 1;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    display = wl_display_connect_to_fd(ends[0]);
    registry = display ? wl_display_get_registry(display) : NULL;
    if (!registry || strcmp(wl_proxy_get_class((struct wl_proxy *)registry), "wl_registry") != 0)
        return 1;
    wl_display_flush(display);
    if (read(ends[1], request, sizeof request) != sizeof request || request[0] != 1)
        return 1;
    puts("works");
    return 0;
}
