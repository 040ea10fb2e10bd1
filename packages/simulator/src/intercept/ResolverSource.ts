/** See Resolver.ts. Its variable holds the ports of the front, of TLS and plain, a file to make, and the hosts that are let through. */
export const RESOLVER = String.raw`#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define HOSTS 64
#define KEPT 256
static int secure, plain, count, led;
static char mark[4096];
static char hosts[HOSTS][256];
static struct in6_addr known[KEPT];
static int kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *PLATFORM[] = {"discord.com", "discord.gg", "discord.media", "discord.new", "discord.gift",
  "discordapp.com", "discordapp.net", "discordapp.io", "discordcdn.com", 0};

__attribute__((constructor)) static void begin(void) {
  const char *given = getenv("BACKLOT_LED");
  if (!given) return;
  char *copy = strdup(given), *rest = 0, *word = strtok_r(copy, " ", &rest);
  for (int at = 0; word; at++, word = strtok_r(0, " ", &rest)) {
    if (at == 0) secure = atoi(word);
    else if (at == 1) plain = atoi(word);
    else if (at == 2) snprintf(mark, sizeof mark, "%s", word);
    else if (count < HOSTS) snprintf(hosts[count++], 256, "%s", word);
  }
  free(copy);
}

/* A shell loads this too, but asks for nothing. */
static int begun(void) {
  if (secure && !led) {
    FILE *file = fopen(mark, "w");
    if (file) fclose(file);
    led = 1;
  }
  return secure;
}

static int is_listed(const char *name) {
  for (int at = 0; at < count; at++) if (!strcasecmp(name, hosts[at])) return 1;
  return 0;
}

static int is_platform(const char *name) {
  size_t length = strlen(name);
  if (length && name[length - 1] == '.') length--;
  for (const char **one = PLATFORM; *one; one++) {
    size_t own = strlen(*one);
    if (length >= own && !strncasecmp(name + length - own, *one, own) && (length == own || name[length - own - 1] == '.')) return 1;
  }
  return 0;
}

static struct in6_addr wide(const struct sockaddr *to) {
  struct in6_addr out = IN6ADDR_ANY_INIT;
  if (to->sa_family == AF_INET6) return ((const struct sockaddr_in6 *)to)->sin6_addr;
  out.s6_addr[10] = out.s6_addr[11] = 0xff;
  memcpy(out.s6_addr + 12, &((const struct sockaddr_in *)to)->sin_addr, 4);
  return out;
}

static int is_here(const struct in6_addr *to) {
  if (IN6_IS_ADDR_LOOPBACK(to) || IN6_IS_ADDR_UNSPECIFIED(to)) return 1;
  return IN6_IS_ADDR_V4MAPPED(to) && (to->s6_addr[12] == 127 || to->s6_addr[12] == 0);
}

static int is_known(const struct in6_addr *to) {
  pthread_mutex_lock(&lock);
  int found = 0;
  for (int at = 0; at < kept && !found; at++) found = !memcmp(&known[at], to, sizeof *to);
  pthread_mutex_unlock(&lock);
  return found;
}

static void keep(const struct addrinfo *list) {
  for (; list; list = list->ai_next) {
    if (list->ai_family != AF_INET && list->ai_family != AF_INET6) continue;
    struct in6_addr one = wide(list->ai_addr);
    if (is_known(&one)) continue;
    pthread_mutex_lock(&lock);
    if (kept < KEPT) known[kept++] = one;
    pthread_mutex_unlock(&lock);
  }
}

static void tell(const char *name) {
  dprintf(2, "backlot: Nothing leaves this machine under --intercept: %s was refused. To let it through: --outside %s\n", name, name);
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **out) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) real = dlsym(RTLD_NEXT, "getaddrinfo");
  struct in6_addr any;
  if (!begun() || !name || inet_pton(AF_INET, name, &any) == 1 || inet_pton(AF_INET6, name, &any) == 1)
    return real(name, service, hints, out);
  if (is_platform(name)) {
    struct addrinfo own = hints ? *hints : (struct addrinfo){0};
    own.ai_family = AF_INET;
    own.ai_flags &= ~(AI_V4MAPPED | AI_ALL);
    return real("127.0.0.1", service, &own, out);
  }
  int let = !strcasecmp(name, "localhost") || is_listed(name);
  char own[256];
  if (!let && !gethostname(own, sizeof own)) let = !strcasecmp(name, own);
  if (!let) { tell(name); return EAI_NONAME; }
  int code = real(name, service, hints, out);
  if (!code) keep(*out);
  return code;
}

struct hostent *gethostbyname(const char *name) {
  static struct hostent *(*real)(const char *);
  if (!real) real = dlsym(RTLD_NEXT, "gethostbyname");
  if (!begun() || !strcasecmp(name, "localhost")) return real(name);
  if (is_platform(name)) return real("127.0.0.1");
  tell(name);
  h_errno = HOST_NOT_FOUND;
  return 0;
}

static int leaves(const struct sockaddr *to) {
  if (!begun() || !to || (to->sa_family != AF_INET && to->sa_family != AF_INET6)) return 0;
  struct in6_addr at = wide(to);
  if (is_here(&at) || is_known(&at)) return 0;
  char text[INET6_ADDRSTRLEN] = "";
  if (IN6_IS_ADDR_V4MAPPED(&at)) inet_ntop(AF_INET, at.s6_addr + 12, text, sizeof text);
  else inet_ntop(AF_INET6, &at, text, sizeof text);
  if (is_listed(text)) return 0;
  tell(text);
  return 1;
}

int connect(int socket, const struct sockaddr *to, socklen_t length) {
  static int (*real)(int, const struct sockaddr *, socklen_t);
  if (!real) real = dlsym(RTLD_NEXT, "connect");
  if (leaves(to)) { errno = ECONNREFUSED; return -1; }
  struct sockaddr_storage own = {0};
  if (!secure || !to || (to->sa_family != AF_INET && to->sa_family != AF_INET6) || length > sizeof own) return real(socket, to, length);
  memcpy(&own, to, length);
  struct in6_addr at = wide(to);
  /* Both kinds of addresses have the port at the same place. */
  in_port_t *port = &((struct sockaddr_in *)&own)->sin_port;
  if (is_here(&at) && (ntohs(*port) == 443 || ntohs(*port) == 80)) *port = htons(ntohs(*port) == 443 ? secure : plain);
  return real(socket, (struct sockaddr *)&own, length);
}

ssize_t sendto(int socket, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length) {
  static ssize_t (*real)(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
  if (!real) real = dlsym(RTLD_NEXT, "sendto");
  if (leaves(to)) { errno = ECONNREFUSED; return -1; }
  return real(socket, bytes, size, flags, to, length);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  static ssize_t (*real)(int, const struct msghdr *, int);
  if (!real) real = dlsym(RTLD_NEXT, "sendmsg");
  if (message && leaves(message->msg_name)) { errno = ECONNREFUSED; return -1; }
  return real(socket, message, flags);
}
`
