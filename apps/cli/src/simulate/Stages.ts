/** Provides the servers of `simulate`. Source: product.md "Scenario files" (`--server URL`, `--parallel N`). */
import type { Stages } from "@backlot/player/stage/Stage"
import type { Layer } from "effect"
import * as GivenStages from "../stage/GivenStages.ts"
import * as HostedStages from "../stage/HostedStages.ts"
import type { SimulateFlags } from "./SimulateFlags.ts"

export const stagesFor = ({ server, controlToken, parallel }: SimulateFlags): Layer.Layer<Stages> =>
  server === undefined
    ? HostedStages.layer(parallel?.value ?? 1)
    : GivenStages.layer({ url: server.value, token: controlToken?.value })
