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

/** The names of a certificate for all of them. */
export const CERTIFIED: ReadonlyArray<string> = [
  "discord.com",
  "discord.gg",
  "discord.media",
  "discord.new",
  "discord.gift",
  "discordapp.com",
  "discordapp.net",
  "discordapp.io",
  "discordcdn.com"
].flatMap((name) => [name, `*.${name}`])

/** Names that programs ask for, where each one must be listed. */
export const ASKED: ReadonlyArray<string> = [
  "discord.com",
  "canary.discord.com",
  "ptb.discord.com",
  "status.discord.com",
  "cdn.discord.com",
  "discordapp.com",
  "canary.discordapp.com",
  "ptb.discordapp.com",
  "discord.gg",
  "gateway.discord.gg",
  "cdn.discordapp.com",
  "media.discordapp.net",
  "images-ext-1.discordapp.net",
  "images-ext-2.discordapp.net",
  "dl.discordapp.net",
  "backlot.discord.media"
]

/** The hosts of files, the second one with sizes of pictures. */
export const FILE_HOSTS: ReadonlyArray<string> = ["cdn.discordapp.com", "media.discordapp.net"]

const NAME = /(?:^|\.)(?:discord\.(?:com|gg|media|new|gift)|discordapp\.(?:com|net|io)|discordcdn\.com)\.?$/i

/** Whether a host name, without port, belongs to the platform. */
export const isPlatformHost = (name: string): boolean => NAME.test(name)
