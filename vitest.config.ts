import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"

// One configuration for every package: workspace packages resolve to their TypeScript sources.
const conditions = ["@backlot/source", "node", "import", "module", "default"]

// What all test files of a package share, such as a server: started once for a run.
const globalSetup = resolve("test/GlobalSetup.ts")

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    // Every answer that a server sends in any test is judged by the platform's official document, and every payload
    // that an app receives by the published types.
    setupFiles: ["official", "published"].map(
      (judge) => new URL(`tests/judges/src/${judge}/setup.ts`, import.meta.url).pathname
    ),
    globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
    passWithNoTests: false,
    // The files of a worker share their modules, which are loaded once: half of the time of a run.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ["default"]
  }
})
