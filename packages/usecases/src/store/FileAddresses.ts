/**
 * Addresses of files, which nobody can guess and which end after a day, like those of the platform: `ex` and `is` are
 * its end and its beginning in hexadecimal seconds, `hm` proves that this service made it. Our choice: docs/choices.md
 * "Messages".
 */

import { attachment } from "@backlot/domain/base/Limits"
import { FILE_HOSTS } from "@backlot/domain/base/PlatformHosts"
import { type FilePlace, hostOf, pathOf } from "@backlot/domain/message/FileAddress"
import { store } from "@backlot/ports/Body"
import { Secrets } from "@backlot/ports/Secrets"
import { ServiceClock } from "@backlot/ports/ServiceClock"
import { Clock, Context, Effect } from "effect"
import { inTransaction } from "./Transact.ts"

export interface Proof {
  readonly ex: string | undefined
  readonly is: string | undefined
  readonly hm: string | undefined
}

interface Service {
  /** The names of the hosts in the addresses. */
  readonly hosts: () => ReadonlyArray<string>
  /** Makes addresses that begin now. */
  readonly urls: () => (place: FilePlace) => string
  /** Whether an address was made here and has not ended. */
  readonly admits: (place: FilePlace, proof: Proof) => Effect.Effect<boolean>
}

/** A server provides its own; the default leads nowhere. */
export const FileAddresses = Context.Reference<Service>("@backlot/usecases/FileAddresses", {
  defaultValue: () => ({
    hosts: () => ["localhost"],
    urls: () => (place) => `http://localhost${pathOf(place)}`,
    admits: () => Effect.succeed(false)
  })
})

/** Addresses below `origin`, for example `http://127.0.0.1:6780`, which may be known only later. */
export const make = Effect.fnUntraced(function* (origin: () => string) {
  const secrets = yield* Secrets
  const clock = yield* ServiceClock
  const wall = yield* Clock.Clock
  const key = yield* keyOf(yield* secrets.hex(KEY_BYTES))
  // Hashed twice, as in an HMAC: what is appended to a known text gives no known hash.
  const proofOf = (place: FilePlace, ex: string, is: string) =>
    secrets.sha256(`${key}${secrets.sha256(`${key}${ex}.${is}.${pathOf(place)}`)}`)
  const urlFrom = (nowMs: number) => (place: FilePlace) => {
    // All addresses of an hour are the same, so that who reads a message twice gets the same twice.
    const begin = Math.floor(nowMs / attachment.addressStepMs) * attachment.addressStepMs
    const [is, ex] = [hexSeconds(begin), hexSeconds(begin + attachment.addressMs)]
    return `${origin()}${pathOf(place)}?ex=${ex}&is=${is}&hm=${proofOf(place, ex, is)}&`
  }
  return {
    hosts: () => [hostOf(origin()), ...FILE_HOSTS],
    urls: () => urlFrom(clock.at(wall)),
    admits: (place: FilePlace, { ex, is, hm }: Proof) =>
      Effect.map(clock.now, (nowMs) => {
        if (ex === undefined || is === undefined || hm === undefined) return false
        return secrets.equal(hm, proofOf(place, ex, is)) && nowMs < Number.parseInt(ex, 16) * 1000
      })
  }
})

const hexSeconds = (ms: number): string => Math.floor(ms / 1000).toString(16)

const KEY_BYTES = 32

/** The key of this store; `drawn` becomes it if there is none. It is no part of a world, and survives a new one. */
const keyOf = (drawn: string) =>
  inTransaction(function* () {
    const found = yield* store.get(KEY)
    if (found !== undefined) return found
    const key = (yield* store.get(EARLIER)) ?? drawn
    yield* store.put(KEY, key)
    return key
  })

const KEY = "meta/file_key"
/** Where earlier releases kept it. */
const EARLIER = "file_key/"
