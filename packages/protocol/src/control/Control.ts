/**
 * The contract of the control plane, with which tests and tools play the users and change the world. Its OpenAPI document
 * is generated from here. Source: product.md "Control plane".
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { groupOf, surfaceOf } from "../openapi/Endpoint.ts"
import { openDocument } from "../openapi/OpenDocument.ts"
import { acts } from "./ControlAct.ts"
import { clock } from "./ControlClock.ts"
import { edits, withElementSchemas } from "./ControlEdits.ts"
import { fronts } from "./ControlFront.ts"
import { gatewaySessions } from "./ControlGateway.ts"
import { inspect } from "./ControlInspect.ts"
import { interaction } from "./ControlInteraction.ts"
import { rateLimits } from "./ControlLimits.ts"
import { recording } from "./ControlRecording.ts"
import { refusedCalls } from "./ControlRefused.ts"
import { faults, server, world } from "./ControlServer.ts"
import { lobbies, user } from "./ControlUser.ts"
import { views } from "./ControlView.ts"
import { wire } from "./ControlWire.ts"

/** Every endpoint by operation id. */
export const endpoints = {
  ...server,
  ...world,
  ...edits,
  ...clock,
  ...views,
  ...user,
  ...acts,
  ...interaction,
  ...inspect,
  ...rateLimits,
  ...gatewaySessions,
  ...fronts,
  ...wire,
  ...lobbies,
  ...faults,
  ...recording,
  ...refusedCalls
}

export const ControlGroup = groupOf("control", endpoints)

export const Control = surfaceOf([ControlGroup], (groups) =>
  HttpApi.make("backlot-control")
    .add(...groups)
    .prefix("/control/v1")
    .annotate(OpenApi.Transform, (document) => openDocument(withElementSchemas(document)))
    .annotateMerge(OpenApi.annotations({ title: "Backlot control plane", version: "1" }))
)
