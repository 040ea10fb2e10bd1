/** The names under which programs find the platform. Source: the platform's documentation of its API and its CDN. */

/** What a program is told where its connections to these names reach this service. */
export const PLATFORM = {
  url: "https://discord.com",
  /** Without port and path: libraries cut it up. */
  gateway: "wss://gateway.discord.gg",
  files: "https://cdn.discordapp.com",
  /** `host:port`. */
  voice: "backlot.discord.media:443"
} as const

/** The hosts of files, the second one with sizes of pictures. */
export const FILE_HOSTS: ReadonlyArray<string> = ["cdn.discordapp.com", "media.discordapp.net"]

const NAME = /(?:^|\.)(?:discord\.(?:com|gg|media|new|gift)|discordapp\.(?:com|net|io)|discordcdn\.com)$/i

/** Whether a host name, without port, belongs to the platform. */
export const isPlatformHost = (name: string): boolean => NAME.test(name)
