/**
 * Formats logs for programs: one JSON object per line, with the annotations as fields. Our choice: docs/choices.md
 * "Command line".
 */
import { Formatter, Logger } from "effect"

/**
 * `timestamp` (ISO 8601), `level`, `message`, the annotations, `details` logged beside the message, `cause` as text.
 */
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
