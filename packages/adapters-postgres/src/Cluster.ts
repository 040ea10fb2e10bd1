/**
 * Membership of the processes on one database, by `effect/cluster`: they register in a table, own shards by advisory locks,
 * and ask each other over a socket whether they live. Source: docs/decisions.md "What the engines of many machines are
 * trusted with".
 */
import { randomBytes } from "node:crypto"
import { createServer } from "node:net"
import { addressOf, Servers, type Sharing } from "@backlot/ports/Servers"
import { SessionJournal } from "@backlot/ports/SessionJournal"
import { StorageError, StorageUnusable } from "@backlot/ports/Storage"
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Cause, Context, Effect, Layer, Option, Schedule, Semaphore } from "effect"
import * as MessageStorage from "effect/cluster/MessageStorage"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import * as Runners from "effect/cluster/Runners"
import * as Sharding from "effect/cluster/Sharding"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as Snowflake from "effect/cluster/Snowflake"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import { Database, live, type Options, untilSilent } from "./Database.ts"
import * as Questions from "./Questions.ts"
import { DEFAULTS } from "./Session.ts"
import * as SessionJournals from "./SessionJournal.ts"
import { lost } from "./SqlFailure.ts"

export interface ClusterOptions extends Options {
  /** Where the other processes reach this one. */
  readonly cluster: { readonly host: string; readonly port: number }
}

/** Real time. A process that has not renewed its locks for this long owns nothing any more. */
const TIMES = {
  shardLockRefreshInterval: "2 seconds",
  shardLockExpiration: "8 seconds",
  runnerHealthCheckInterval: "2 seconds",
  refreshAssignmentsInterval: "1 second"
} as const

/** For a process that is a moment behind. */
const LOOK = Schedule.spaced("5 millis")

const RETRY = Schedule.spaced("250 millis")

/** Few things are owned. */
const SHARDS = 16

/** Provides `Servers` and `SessionJournal`. Its tables lie in the schema of `Database`, which must be there. */
export const layer = ({ url, schema = DEFAULTS.schema, cluster }: ClusterOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const database = yield* Database
      const port = cluster.port === 0 ? yield* freePort(cluster.host) : cluster.port
      const shardingConfig = {
        ...TIMES,
        shardsPerGroup: SHARDS,
        runnerAddress: Option.some(RunnerAddress.make(cluster.host, port)),
        runnerListenAddress: Option.none<RunnerAddress.RunnerAddress>()
      }
      const members = SqlRunnerStorage.layerWith({ prefix: `${schema}_cluster` }).pipe(
        Layer.provide(ShardingConfig.layer(shardingConfig)),
        Layer.provide(
          PgClient.layer({ url, applicationName: "backlot cluster", startupParameters: { search_path: schema } })
        )
      )
      return Layer.effectContext(sharing(`${cluster.host}:${port}`, database)).pipe(
        Layer.provide(member),
        Layer.provide(ShardingConfig.layer(shardingConfig)),
        Layer.provide(Layer.mergeAll(MessageStorage.layerNoop, members))
      )
    })
  ).pipe(Layer.catchCause((cause) => Layer.effectDiscard(Effect.fail(unjoined(Cause.squash(cause), cluster)))))

/** As `NodeClusterSocket.layer`; over the same sockets processes ask each other questions. */
const member = Questions.layer.pipe(
  Layer.provideMerge(Sharding.layer),
  Layer.provide(Runners.layerRpc),
  Layer.provide(RunnerHealth.layerPing.pipe(Layer.provide(Runners.layerRpc))),
  Layer.provide(RpcServer.layerProtocolSocketServer),
  Layer.provide(NodeClusterSocket.layerSocketServer),
  Layer.provide(NodeClusterSocket.layerClientProtocol),
  Layer.provide(RpcSerialization.layerSchemaBinary())
)

const sharing = Effect.fnUntraced(function* (address: string, database: Database["Service"]) {
  const { registerSingleton, getSnowflake } = yield* Sharding.Sharding
  const { getRunners } = yield* RunnerStorage.RunnerStorage
  const self = `${address}#${randomBytes(6).toString("hex")}`
  // Its connections are not those of `database`, and one that was lost silently would be waited for.
  const asked = getRunners.pipe(
    Effect.raceFirst(untilSilent(database.silence)),
    Effect.timeoutOrElse({
      duration: database.settings.connectTimeoutMs,
      orElse: () => Effect.fail(lost("the members were not answered"))
    }),
    live
  )
  const living = Effect.mapBoth(asked, {
    onFailure: (cause) =>
      new StorageError({ message: `the servers of ${database.name} are not known now`, isAway: true, cause }),
    onSuccess: (runners) =>
      new Set(
        runners.flatMap(
          ([
            {
              address: { host, port }
            },
            isHealthy
          ]) => (isHealthy ? [`${host}:${port}`] : [])
        )
      )
  })
  const table = `${database.settings.schema}.server`
  const reached = (position: number) =>
    SessionJournals.ask(database, [
      `INSERT INTO ${table} VALUES ($1, $2::bigint)
       ON CONFLICT (name) DO UPDATE SET position = greatest(server.position, excluded.position)`,
      self,
      String(position)
    ])
  const behind = (position: number) =>
    SessionJournals.ask(database, [`SELECT name FROM ${table} WHERE position < $1::bigint`, String(position)])
  /** Of processes that have ended. One that was started anew at the address of an earlier one has another name. */
  const forgetEarlier = Effect.flatMap(living, (addresses) =>
    SessionJournals.ask(database, [
      `DELETE FROM ${table} WHERE split_part(name, '#', 1) <> ALL($1::text[]) AND name <> $2`,
      [...addresses].filter((one) => one !== address),
      self
    ])
  )
  // The others do not wait for one that is not among the living yet.
  yield* Effect.repeat(living, { until: (addresses) => addresses.has(address), schedule: LOOK }).pipe(
    Effect.retry({ schedule: RETRY, times: 20 }),
    Effect.timeoutOrElse({
      duration: database.settings.connectTimeoutMs,
      orElse: () => Effect.fail(lost("this server was not entered among the members"))
    }),
    live
  )
  // The database may be slow while many servers start.
  yield* Effect.orDie(Effect.retry(forgetEarlier, { schedule: RETRY, times: 20 }).pipe(live))
  const everywhere = (position: number) =>
    Effect.zipWith(behind(position), living, (rows, addresses) =>
      rows.every(({ name }) => !addresses.has(addressOf(String(name))))
    ).pipe(Effect.repeat({ until: (is) => is, schedule: LOOK }), live, Effect.asVoid)
  const turns = yield* Semaphore.make(1)
  let hasLeft = false
  // A position that is told too late would be waited for again.
  const left = Effect.suspend(() => {
    hasLeft = true
    return turns.withPermit(SessionJournals.ask(database, [`DELETE FROM ${table} WHERE name = $1`, self]))
  })
  const sharing: Sharing = {
    isAlone: false,
    self,
    number: Effect.map(getSnowflake, (one) => Snowflake.machineId(one) % 1024),
    living,
    // The others wait for it.
    reached: (position) =>
      Effect.suspend(() => (hasLeft ? Effect.void : reached(position))).pipe(
        Effect.retry({ schedule: RETRY, until: () => hasLeft }),
        Effect.ignore,
        turns.withPermit,
        live
      ),
    left: Effect.ignore(left),
    everywhere,
    ...(yield* Questions.Questions),
    runInOne: registerSingleton
  }
  return Context.make(Servers, sharing).pipe(Context.add(SessionJournal, SessionJournals.make(database, self)))
})

const unjoined = (cause: unknown, { host, port }: ClusterOptions["cluster"]): StorageUnusable => {
  if (cause instanceof StorageUnusable) return cause
  const why = cause instanceof Error ? cause.message : String(cause)
  return new StorageUnusable({
    reason: "unavailable",
    message: `the other servers of this database cannot be joined at ${host}:${port}: ${why.replaceAll(/\s+/g, " ")}`,
    cause
  })
}

const freePort = (host: string) =>
  Effect.callback<number, StorageUnusable>((resume) => {
    const probe = createServer()
    probe.once("error", (cause) =>
      resume(
        Effect.fail(
          new StorageUnusable({ reason: "unavailable", message: `no port of ${host} is free: ${cause}`, cause })
        )
      )
    )
    probe.listen(0, host, () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      probe.close(() => resume(Effect.succeed(port)))
    })
  })
