/**
 * Loaded by `node --import` into a server under test (see `childEnvironment`): appends its answers to the report file
 * that its address names. The test process judges them: it has the document and its validators already. Each answer begins
 * a line, as a child that was killed may have left half of one.
 */
import { appendFileSync } from "node:fs"
import { isOfApi, tapAnswers } from "./AnswerTap.mjs"

const file = new URL(import.meta.url).searchParams.get("report")
if (file !== null) tapAnswers(isOfApi, (answer) => appendFileSync(file, `\n${JSON.stringify(answer)}\n`))
