/** Each number of the service's table of limits, wrong by one both ways: the model must not know it from there. */
import type { Mutation } from "./Mutations.ts"

const LIMITS = "domain/src/base/Limits.ts"
const ROUTES = "domain/src/limit/RateLimit.ts"

/** What stands in the file, and the numbers that are put in place of its last one. */
const NUMBERS: ReadonlyArray<readonly [what: string, file: string, stands: string, ...wrong: ReadonlyArray<string>]> = [
  ["CHAT_INPUT commands of a scope", LIMITS, "perType: { 1: 100", "99", "101"],
  ["USER commands of a scope", LIMITS, "100, 2: 15", "14", "16"],
  ["MESSAGE commands of a scope", LIMITS, "15, 3: 15", "14", "16"],
  ["characters of a name", LIMITS, "nameMin: 1,\n  nameMax: 32", "31", "33"],
  ["characters of a description", LIMITS, "descriptionMin: 1,\n  descriptionMax: 100", "99", "101"],
  ["options of a command", LIMITS, "descriptionMax: 100,\n  options: 25", "24", "26"],
  ["choices of an option", LIMITS, "choices: 25", "24", "26"],
  ["characters of a choice's name", LIMITS, "choiceNameMax: 100", "99", "101"],
  ["characters of a choice's value", LIMITS, "choiceStringMax: 100", "99", "101"],
  ["highest min_length", LIMITS, "minLengthMax: 6000", "5999", "6001"],
  ["lowest max_length", LIMITS, "maxLengthMin: 1", "0", "2"],
  ["highest max_length", LIMITS, "maxLengthMax: 6000", "5999", "6001"],
  ["characters of a command", LIMITS, "totalCharacters: 8000", "7999", "8001"],
  ["elements of a bulk overwrite", LIMITS, "bulk: 131", "130", "132"],
  ["overwrites of a command", LIMITS, "overwrites: 100", "99", "101"],
  ["permission bits", LIMITS, "permissionsMax: 18_014_398_509_481_983n", "18_014_398_509_481_982n", "2n ** 54n"],
  ["highest INTEGER", LIMITS, "integerMax: 2 ** 53 - 1", "2 ** 53 - 2", "2 ** 53"],
  // Beyond it JSON has no exact number that the service would read at all.
  ["highest NUMBER", LIMITS, "doubleMax: 2 ** 53", "2 ** 53 - 1"],
  ["characters of lobby metadata", LIMITS, "metadataMax: 1_000", "999", "1_001"],
  ["members of one request", LIMITS, "membersPerRequest: 25", "24", "26"],
  ["shortest idle time-out", LIMITS, "idleMinSeconds: 5", "4", "6"],
  ["longest idle time-out", LIMITS, "idleMaxSeconds: 604_800", "604_799", "604_801"],
  ["idle time-out of a lobby that names none", LIMITS, "idleDefaultSeconds: 300", "299", "301"],
  ["characters of a secret", LIMITS, "secretMax: 250", "249", "251"],
  ["time of a secret", LIMITS, "secretMs: 30 * 86_400_000", "29 * 86_400_000", "31 * 86_400_000"],
  ["creates of a day", LIMITS, "dailyCreates: 200", "199", "201"],
  ["time in which creates come back", LIMITS, "dayMs: 86_400_000", "86_000_000", "87_000_000"],
  ["requests of a second", LIMITS, "perSecond: 50", "49", "51"],
  ["window of all requests", LIMITS, "globalWindowMs: 1_000", "999", "1_001"],
  ["lobbies made in 10 s", ROUTES, '"POST /lobbies": { limit: 500', "499", "501"],
  ["lobbies deleted in 10 s", ROUTES, '"DELETE /lobbies/{}": { limit: 500', "499", "501"],
  ["lobbies read in 10 s", ROUTES, '"GET /lobbies/{}": { limit: 500', "499", "501"],
  ["members put in 10 s", ROUTES, '"PUT /lobbies/{}/members/{}": { limit: 5_000', "4_999", "5_001"],
  ["members removed in 10 s", ROUTES, '"DELETE /lobbies/{}/members/{}": { limit: 5_000', "4_999", "5_001"],
  ["lobbies joined in 60 s", ROUTES, '"PUT /lobbies": { limit: 10', "9", "11"]
]

export const LIMIT_MUTATIONS: ReadonlyArray<Mutation> = NUMBERS.flatMap(([what, file, stands, ...wrong]) => {
  const number = stands.lastIndexOf(": ") + 2
  return wrong.map((other) => ({
    sentence: `${what}: ${other} in place of ${stands.slice(number)}`,
    about: "limit" as const,
    file,
    from: stands,
    to: `${stands.slice(0, number)}${other}`
  }))
})
