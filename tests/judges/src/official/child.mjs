/**
 * Loaded by `node --import` into a server under test (see `childEnvironment`): appends its answers to the report file.
 * The test process judges them: it has the document and its validators already.
 */
import { appendFileSync } from "node:fs"
import { isOfApi, REPORT_VARIABLE, tapAnswers } from "./AnswerTap.mjs"

const file = process.env[REPORT_VARIABLE]
if (file !== undefined) tapAnswers(isOfApi, (answer) => appendFileSync(file, `${JSON.stringify(answer)}\n`))
