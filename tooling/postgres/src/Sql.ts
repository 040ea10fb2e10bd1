/** Plain SQL beside the program under test, each statement over a connection of its own. */
import { layer, PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Redacted } from "effect"

export const sql = (
  url: string,
  text: string,
  parameters: ReadonlyArray<unknown> = []
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> =>
  Effect.flatMap(PgClient, (client) => client.unsafe<Readonly<Record<string, unknown>>>(text, parameters)).pipe(
    Effect.provide(layer({ url: Redacted.make(url) })),
    Effect.runPromise
  )

/** Makes a new database beside the one of `url`, and gives its address. */
export const newDatabase = async (url: string, name: string): Promise<string> => {
  await sql(url, `CREATE DATABASE ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
