/** Open-source bots that were tried as they are, and what came of it. Facts about the runs only: nothing of the bots. */

export interface RealBot {
  /** On GitHub. */
  readonly name: string
  /** Of the snapshot that was tried. */
  readonly commit: string
  readonly library: string
  /** What was played. A bot without it did not come as far as its commands. */
  readonly played?: string
  /** Why it could not be started or played here. */
  readonly kept?: string
  /** What it used that was missing or different. */
  readonly missed?: string
  /** Whether that is here now. */
  readonly mended?: true
}

/** The day of all runs. */
export const TRIED_ON = "2026-11-29"

/** What those missed at first was not written down. */
const BY_HAND = "by hand, before this list was kept"
const DJS = "discord.js"
const ACTS = "30 events of people"

export const REAL_BOTS: ReadonlyArray<RealBot> = [
  { name: "Androz2091/AtlantaBot", commit: "7790547e", library: `${DJS} 14.28`, played: `171 uses, ${ACTS}` },
  {
    name: "CorwinDev/Discord-Bot",
    commit: "5df22069",
    library: `${DJS} 14.28`,
    played: `121 uses, ${ACTS}`,
    missed: "invites to the platform's own Activities",
    mended: true
  },
  { name: "CuteNikki/discord-bot", commit: "dc1ea5b0", library: `${DJS} 14.28`, played: `206 uses, ${ACTS}` },
  { name: "Dragory/modmailbot", commit: "536317c9", library: "eris", played: BY_HAND },
  { name: "Just-Some-Bots/MusicBot", commit: "2861810c", library: "discord.py", played: BY_HAND },
  {
    name: "Luvaeria/discord-eris-example",
    commit: "d109baf7",
    library: "eris 0.14",
    missed: "version 7 of the API"
  },
  { name: "Rapptz/RoboDanny", commit: "39af9d71", library: "discord.py", played: BY_HAND },
  { name: "Spiderjockey02/Discord-Bot", commit: "cdb55c2e", library: DJS, played: BY_HAND },
  {
    name: "SudhanPlayz/Discord-MusicBot",
    commit: "04ed0b4f",
    library: `${DJS} 13.17`,
    played: `38 uses, ${ACTS}`
  },
  { name: "docimin/modmail-bot", commit: "2e124c68", library: `${DJS} 13`, played: BY_HAND },
  { name: "flybywiresim/discord-bot", commit: "beec7102", library: DJS, played: BY_HAND },
  {
    name: "isyuricunha/yue-discord-bot",
    commit: "f6846f36",
    library: `${DJS} 14`,
    played: `267 uses, ${ACTS}`
  },
  {
    name: "manuel-rw/jellyfin-discord-music-bot",
    commit: "b751cf4a",
    library: `@discord-nestjs/core, ${DJS} 14.25`,
    played: "3 uses; it ends at the first one that asks its media server"
  },
  { name: "mariusbegby/cadence-discord-bot", commit: "16214f55", library: DJS, played: BY_HAND },
  {
    name: "necordjs/samples",
    commit: "21be2fba",
    library: `necord, ${DJS} 14`,
    played: `2 of its programs, 4 uses, ${ACTS}`
  },
  { name: "princeprag/discord-bot", commit: "8428e888", library: `${DJS} 13.1`, played: BY_HAND },
  { name: "saiteja-madha/discord-js-bot", commit: "4ecd8c7b", library: `${DJS} 14`, played: `193 uses, ${ACTS}` },
  { name: "sushiibot/sushii-modmail", commit: "c6c9146e", library: DJS, played: BY_HAND },
  { name: "umutxyp/MusicBot", commit: "e3c825e5", library: `${DJS} 14.28`, played: `5 uses, ${ACTS}` },
  { name: "viet-aus-it/vait-discord-bot", commit: "a685b4d1", library: `${DJS} 14`, played: `44 uses, ${ACTS}` },

  { name: "CattoBot/Catto-Coffee", commit: "bb24a40b", library: "@sapphire/framework", kept: "its database client" },
  { name: "Delemangi/finki-discord-bot", commit: "54dc8946", library: DJS, kept: "its database client" },
  { name: "discord-tickets/bot", commit: "8a08ab5d", library: DJS, kept: "its database client" },
  { name: "museofficial/muse", commit: "e64adc94", library: DJS, kept: "its database client" },
  { name: "Tomato6966/Multipurpose-discord-bot", commit: "49920f8a", library: `${DJS} 13`, kept: "a native module" },
  { name: "aidn3/hypixel-guild-discord-bridge", commit: "f10bad8f", library: DJS, kept: "a native module" },
  { name: "TFAGaming/DiscordJS-V14-ModMail-Bot", commit: "a6e4be52", library: DJS, kept: "packages that are gone" },
  { name: "TheDeveloperDen/discord-bot", commit: "6d8de04d", library: DJS, kept: "packages that are gone" },
  { name: "guidojw/arora-discord", commit: "dcafceb9", library: DJS, kept: "packages that are gone" },
  { name: "nik9play/vk-music-bot", commit: "a04d0fee", library: DJS, kept: "packages that are gone" },
  { name: "OceanicJS/Bot", commit: "5a3f2d68", library: "oceanic.js", kept: "packages that are gone" },
  { name: "prismancy/thor-discord-bot", commit: "ba2e4b95", library: DJS, kept: "packages that are gone" },
  {
    name: "DuckySoLucky/hypixel-discord-chat-bridge",
    commit: "cff7635c",
    library: DJS,
    kept: "another package manager"
  },
  { name: "Inertia-Lighting/discord-bot", commit: "7dc2fd15", library: DJS, kept: "a part that is not public" },
  { name: "furtivespy/games-discord-bot", commit: "79bc14e0", library: DJS, kept: "Bun" },
  { name: "immich-app/discord-bot", commit: "5160deff", library: "discordx", kept: "services elsewhere" }
]

/** Whether it met all that it asked for. */
const isServed = ({ missed, mended }: RealBot): boolean => missed === undefined || mended === true

export const hasRun = ({ kept }: RealBot): boolean => kept === undefined

const outcome = ({ played = "not beyond its login", kept, missed, mended }: RealBot): string => {
  if (kept !== undefined) return `could not run here: ${kept}`
  if (missed === undefined) return played
  return `${played}; ${mended === true ? "missed, and is here now" : "misses"}: ${missed}`
}

const share = (bots: ReadonlyArray<RealBot>, counts: (bot: RealBot) => boolean): string => {
  const count = bots.filter(counts).length
  return `${count} of ${bots.length} (${Math.round((100 * count) / bots.length)} %)`
}

export const realBots = (bots: ReadonlyArray<RealBot>): string => {
  const ran = bots.filter(hasRun)
  const listed = ran.filter(({ played }) => played !== BY_HAND)
  return `${bots.length} were tried on ${TRIED_ON}, and ${ran.length} of them ran. ${share(ran, isServed)} find all that they ask for. Of those whose first
run was written down, ${share(listed, ({ missed }) => missed === undefined)} found it at once. The others could not be started or played, for reasons that
have nothing to do with the platform: nothing is known of them.

| bot | commit | library | what was played |
|---|---|---|---|
${bots.map((bot) => `| [${bot.name}](https://github.com/${bot.name}) | \`${bot.commit}\` | ${bot.library} | ${outcome(bot)} |`).join("\n")}`
}
