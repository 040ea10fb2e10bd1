/** `--intercept`, alone or with a way: `exec` and `simulate` have it. Source: docs/interception.md. */
import { INTERCEPT_WAYS, type InterceptWay } from "@backlot/scenario/InterceptWays"
import { Option } from "effect"
import { Flag } from "effect/cli"

const NAME = "--intercept"

/** A flag alone takes the next word as its value, so it gets one. What follows -- belongs to the command. */
export const withWay = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf("--")
  return args.map((word, at) => (word === NAME && (end < 0 || at < end) ? `${NAME}=auto` : word))
}

/** False if a variable or a script switches it off. */
export const interceptWay = (name: string): Flag.Flag<InterceptWay | false> =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => Option.fromUndefinedOr(wayOf(text)),
      () => `one of ${INTERCEPT_WAYS.join(", ")}`
    )
  )

const wayOf = (text: string): InterceptWay | false | undefined => {
  if (text === "false") return false
  return text === "true" ? "auto" : INTERCEPT_WAYS.find((way) => way === text)
}
