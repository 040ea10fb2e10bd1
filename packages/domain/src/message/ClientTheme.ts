/** Themes of clients that messages share. Source: official OpenAPI document, `CustomClientThemeShareRequest`. */
import { Schema } from "effect"
import { type Fault, under } from "../error/Fault.ts"
import * as FormError from "../error/FormError.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { at, judgeEach } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { atLeast, described, oneOf, text, whole } from "../validation/ShapeLimits.ts"

const COLORS_MAX = 5
const COLOR_LENGTH = 6

/** Not set, dark, light, darker, midnight. */
const BASE_THEMES = [0, 1, 2, 3, 4] as const

const Color = described(text(COLOR_LENGTH, COLOR_LENGTH), "Six hexadecimal digits.")

export const ClientThemeShape = Schema.Struct({
  colors: Shape.needed(atLeast(Shape.list(Color, COLORS_MAX), 1)),
  gradient_angle: Shape.needed(whole(0, 360)),
  base_mix: Shape.needed(whole(0, 100)),
  base_theme: Shape.field(oneOf(Shape.Int, BASE_THEMES))
}).annotate({ identifier: "ClientThemeBody" })

type Draft = typeof ClientThemeShape.Type

/** A theme in messages. */
export interface ClientTheme {
  readonly colors: ReadonlyArray<string>
  /** Degrees. */
  readonly gradient_angle: number
  /** Percent. */
  readonly base_mix: number
  readonly base_theme: (typeof BASE_THEMES)[number]
}

const judgeFields = judgeLimits(ClientThemeShape, "presence", "range", "choice")

/** Every fault of a theme, with paths from the message. */
export const judgeTheme = (theme: Draft): ReadonlyArray<Fault> =>
  under(
    ["shared_client_theme"],
    [
      ...judgeFields(theme),
      ...at(["colors"], theme.colors && countError(theme.colors)),
      ...judgeEach("colors", theme.colors ?? [], (color) => at([], isColor(color) ? undefined : BAD_COLOR))
    ]
  )

const countError = ({ length }: ReadonlyArray<unknown>) =>
  length < 1 || length > COLORS_MAX ? FormError.badLength(1, COLORS_MAX) : undefined

const isColor = (color: string | null): boolean => color !== null && /^[0-9a-f]{6}$/i.test(color)

/** Code and text are our choice: docs/choices.md "Messages". */
const BAD_COLOR = FormError.of("CLIENT_THEME_COLOR_INVALID", "A color is six hexadecimal digits.")

/** Converts a valid theme. */
export const clientTheme = ({ colors, gradient_angle, base_mix, base_theme }: Draft): ClientTheme => ({
  colors: (colors ?? []).flatMap((color) => color ?? []),
  gradient_angle: gradient_angle ?? 0,
  base_mix: base_mix ?? 0,
  base_theme: BASE_THEMES.find((known) => known === base_theme) ?? 0
})
