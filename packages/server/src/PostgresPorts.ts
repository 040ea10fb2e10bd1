/** The ports that PostgreSQL keeps for all processes. Loaded only where one is asked for. */
export { isAbsent } from "@backlot/adapters-postgres/Absent"

import * as Cluster from "@backlot/adapters-postgres/Cluster"
import * as Counters from "@backlot/adapters-postgres/Counters"
import * as Database from "@backlot/adapters-postgres/Database"
import * as EventBus from "@backlot/adapters-postgres/EventBus"
import * as Storage from "@backlot/adapters-postgres/Storage"
import * as Watch from "@backlot/adapters-postgres/Watch"
import { Layer } from "effect"

export interface PostgresOptions extends Watch.WatchOptions {
  /** Undefined: this process is alone. Port 0 takes any free one. */
  readonly cluster?: { readonly host: string; readonly port: number } | undefined
}

export const layer = ({ cluster, ...options }: PostgresOptions) => {
  const ports = Layer.mergeAll(
    Storage.layer,
    EventBus.layer,
    Counters.layer,
    cluster === undefined ? Layer.empty : Cluster.layer({ ...options, cluster })
  )
  const database = Layer.provideMerge(Watch.layer(options), Database.layer(options))
  return Layer.provide(ports, database)
}
