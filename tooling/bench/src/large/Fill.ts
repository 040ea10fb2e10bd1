/**
 * Fills a database with the guilds of a world, straight through the storage port: over the API it would take hours. One
 * guild of a running server is the pattern, so each row is as the service writes it.
 */
import { layer as layerDatabase } from "@backlot/adapters-postgres/Database"
import { layer as layerStorage } from "@backlot/adapters-postgres/Storage"
import { Storage } from "@backlot/ports/Storage"
import { sql } from "@backlot/postgres/Sql"
import * as Collections from "@backlot/usecases/store/Collections"
import { Effect, Layer, Redacted } from "effect"
import { ALICE, APP, GENERAL, guildId } from "../World.ts"
import { applicationIn, channelOf, commandOf, guildOf, type Shape, userOf } from "./Shape.ts"

/** Guilds of one transaction. */
const BATCH = 100
const AT_ONCE = 3
/** Batches between two lines of progress. */
const TELL_EVERY = 100

export interface Filled {
  readonly rows: number
  readonly seconds: number
}

/** No server may run on the database. */
export const fill = async (database: string, shape: Shape, tell: (line: string) => void): Promise<Filled> => {
  const began = performance.now()
  const storage = Layer.provide(layerStorage, layerDatabase({ url: Redacted.make(database) }))
  await Effect.runPromise(Effect.provide(putAll(shape, tell), storage))
  // Otherwise it runs amid the measured rounds.
  await sql(database, "VACUUM ANALYZE")
  const [counted] = await sql(database, "SELECT count(*)::int AS rows FROM backlot.kv")
  return { rows: Number(counted?.["rows"]), seconds: (performance.now() - began) / 1000 }
}

const putAll = Effect.fnUntraced(function* (shape: Shape, tell: (line: string) => void) {
  const storage = yield* Storage
  const pattern = yield* storage.transaction(() => readPattern())
  let done = 0
  const put = (batch: number) =>
    Effect.map(
      storage.transaction(function* () {
        const end = Math.min(shape.guilds, (batch + 1) * BATCH)
        for (let guild = batch * BATCH; guild < end; guild++) yield* putGuild(pattern, shape, guild)
      }),
      () => {
        done += 1
        if (done % TELL_EVERY === 0) tell(`filling: ${done * BATCH} of ${shape.guilds} guilds`)
      }
    )
  const batches = Array.from({ length: Math.ceil(shape.guilds / BATCH) }, (_, batch) => batch)
  yield* Effect.forEach(batches, put, { concurrency: AT_ONCE, discard: true })
})

const PATTERN = guildId(0)

const readPattern = function* () {
  return {
    guild: yield* Collections.guilds.get(PATTERN),
    user: yield* Collections.users.get(ALICE),
    roles: yield* Collections.roles.list([PATTERN]),
    channels: yield* Collections.channels.by("guild", PATTERN),
    members: yield* Collections.members.list([PATTERN]),
    installs: yield* Collections.guildInstalls.list([PATTERN]),
    commands: yield* Collections.commands.list(Collections.commandScope(APP, PATTERN))
  }
}

type Pattern = ReturnType<typeof readPattern> extends Generator<unknown, infer A> ? A : never

const putGuild = function* (pattern: Pattern, shape: Shape, number: number) {
  const { guild, user, roles, channels, members, installs, commands } = pattern
  if (guild === undefined || user === undefined) throw new Error("the pattern is not there")
  const ids = { [PATTERN]: guildOf(number), [GENERAL]: channelOf(number), [ALICE]: userOf(number) }
  const copied = copier({ ...ids, [APP]: applicationIn(shape, number) })
  yield* Collections.guilds.put(copied(guild), null)
  yield* Collections.users.put({ ...copied(user), username: `user-${number}` }, null)
  for (const role of roles) yield* Collections.roles.put(copied(role), null)
  for (const channel of channels) yield* Collections.channels.put(copied(channel), null)
  for (const member of members) yield* Collections.members.put(copied(member), null)
  for (const install of installs) yield* Collections.guildInstalls.put(copied(install), null)
  for (const [i, command] of commands.entries()) {
    const id = commandOf(shape, number, i)
    yield* Collections.commands.put({ ...copied(command), id, version: id }, null)
  }
}

/** Copies a record with other ids. The bot of an application has its id. */
const copier = (ids: Readonly<Record<string, string>>) => {
  const any = new RegExp(Object.keys(ids).join("|"), "g")
  // Only ids are replaced, so the shape stays.
  return <A extends object>(record: A): A =>
    JSON.parse(JSON.stringify(record).replaceAll(any, (id) => ids[id] ?? id)) as A
}
