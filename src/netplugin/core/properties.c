/* Completes a plugin's device properties and keeps them within what NCCL can use.
 * SPDX-License-Identifier: Apache-2.0 OR MIT OR 0BSD */
#include "netplugin/core/convert.h"
#include "netplugin/core/core.h"

#define MANY_DEVICES 64 /* devices below this number get each warning once */

/* Returns 1 at the first call for a device. */
static int first_time(int dev)
{
    static uint64_t seen;
    uint64_t bit = (uint64_t)1 << (dev & (MANY_DEVICES - 1));

    return !(__atomic_fetch_or(&seen, bit, __ATOMIC_RELAXED) & bit);
}

/* Keeps the number of messages in one irecv from 1 to `most`. */
static int limit_receives(int receives, int most)
{
    if (receives > most)
        return most;
    return receives < 1 ? 1 : receives;
}

/* Completes and limits properties that a plugin filled in. `dmabuf` is 1 if it has regMrDmaBuf. */
static void complete(const struct lazynccl_net_real *real, int dev, int dmabuf,
                     lazynccl_net_properties *props)
{
    lazynccl_net_properties defaults = LAZYNCCL_NET_UNSET(dev);
    int first = first_time(dev), most = lazynccl_net_max_recvs();

    if (!props->name) {
        props->name = "unnamed";
        if (first)
            lazynccl_net_warn("device %d of the plugin has no name", dev);
    }
    if (first && (props->maxRecvs < 1 || props->maxRecvs > LAZYNCCL_NET_MAX_RECVS))
        lazynccl_net_warn("device %d (%s) of the plugin reports maxRecvs %d, outside the range "
                          "1 to %d; using %d",
                          dev, props->name, props->maxRecvs, LAZYNCCL_NET_MAX_RECVS,
                          props->maxRecvs < 1 ? 1 : most);
    props->maxRecvs = limit_receives(props->maxRecvs, most);
    if (!dmabuf || real->caller < LAZYNCCL_NET_regMrDmaBuf_SINCE)
        props->ptrSupport &= ~LAZYNCCL_NET_PTR_DMABUF;
    /* some plugins set only the members of older versions, and NCCL fails if maxP2pBytes is 0 */
    if (!props->maxP2pBytes)
        props->maxP2pBytes = defaults.maxP2pBytes;
    if (!props->maxCollBytes)
        props->maxCollBytes = defaults.maxCollBytes;
    if (props->vProps.ndevs < 1 ||
        props->vProps.ndevs > (int)(sizeof props->vProps.devs / sizeof *props->vProps.devs))
        props->vProps = defaults.vProps;
    if (props->maxMultiRequestSize < 1)
        props->maxMultiRequestSize = 1;
}

int lazynccl_net_describe(const struct lazynccl_net_real *real, int dev,
                          lazynccl_net_properties *props)
{
    int result;

    *props = LAZYNCCL_NET_UNSET(dev);
    if (lazynccl_net_must_fail()) { /* report a nonexistent device, so that listen can fail */
        props->name = "absent";
        props->ptrSupport = LAZYNCCL_NET_PTR_HOST;
        props->speed = 10000;
        props->maxComms = 1024;
        return LAZYNCCL_NET_SUCCESS;
    }
    if (!lazynccl_net_plugin.getProperties)
        return lazynccl_net_absent("getProperties");
    result = lazynccl_net_plugin.getProperties(real, dev, props);
    if (result == LAZYNCCL_NET_SUCCESS)
        complete(real, dev, lazynccl_net_plugin.regMrDmaBuf != NULL, props);
    return result;
}
