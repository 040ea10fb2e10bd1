console.log(`variables: ${Object.keys(process.env).filter((name) => name.startsWith("BACKLOT_APP_")).length}`)
