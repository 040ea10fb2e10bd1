console.log("ready for pets")
setInterval(() => {}, 1_000)
