/**
 * Bundles the viewer as one script and one style that the HTML report of a run holds: a file of strings in the simulator. It
 * is checked in, because tests run from the sources without a build. Renew it by `pnpm pages`; test/ReportPage.program.test.ts
 * fails when it is stale.
 */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { build } from "vite"

export const FILE = join(import.meta.dirname, "../../../packages/simulator/src/report/RunPage.generated.ts")

/** The text of the generated file. */
export const generate = async (): Promise<string> => {
  const built = await build({
    root: join(import.meta.dirname, ".."),
    configFile: false,
    logLevel: "warn",
    mode: "production",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    plugins: [react()],
    // The markup that the report writes has the same names.
    css: { modules: { generateScopedName: "[local]" } },
    build: {
      write: false,
      target: "es2023",
      cssCodeSplit: false,
      lib: { entry: join(import.meta.dirname, "Main.tsx"), formats: ["iife"], name: "backlotRun", fileName: "run" }
    }
  })
  const files = [built].flat().flatMap((one) => ("output" in one ? one.output : []))
  const script = files.flatMap((file) => (file.type === "chunk" ? [file.code] : [])).join("\n")
  const style = files
    .flatMap((file) => (file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : []))
    .join("\n")
  // React has the text of a script element, which would confuse the element that holds it.
  return [
    "// Generated from apps/console/report by `pnpm pages`.",
    "// biome-ignore-all format: generated",
    `export const STYLE = ${JSON.stringify(style.trim())}`,
    `export const SCRIPT = ${JSON.stringify(script.trim().replace(/<(?=\/?script|!--)/gi, String.raw`\x3C`))}`,
    ""
  ].join("\n")
}

if (import.meta.main) {
  if (process.argv.includes("--stdout")) process.stdout.write(await generate())
  else await writeFile(FILE, await generate())
}
