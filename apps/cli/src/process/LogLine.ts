/** A log line for a program: one JSON object, whatever was logged. Ours; the annotations are fields of it. */
import { Formatter, Logger } from "effect"

/** `timestamp` (ISO 8601), `level`, `message`, what annotates it, `details` logged beside it, `cause` as text. */
export const json = Logger.map(
  Logger.formatStructured,
  ({ timestamp, level, message, annotations, spans, cause }): string => {
    const [text, ...details] = Array.isArray(message) ? message : [message]
    return Formatter.formatJson({
      timestamp,
      level,
      message: text,
      ...annotations,
      ...(Object.keys(spans).length === 0 ? {} : { spans }),
      ...(details.length === 0 ? {} : { details }),
      ...(cause === undefined ? {} : { cause })
    })
  }
)
