/** Moments in the reader's time zone. The element keeps the ISO text as its title. */

/** `day`: date and time; `moment`: the time of day with milliseconds. */
type Style = "day" | "moment"

const FORMATS: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: "medium", timeStyle: "medium" },
  moment: { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" }
}

/** A text that is no date stays as it is. */
export const localTime = (iso: string, style: Style): string => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : new Intl.DateTimeFormat(undefined, FORMATS[style]).format(date)
}

export const Moment = ({ iso, style }: { readonly iso: string; readonly style: Style }) => (
  <time dateTime={iso} title={iso}>
    {localTime(iso, style)}
  </time>
)
