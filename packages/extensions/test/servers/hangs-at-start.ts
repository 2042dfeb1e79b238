// Reads nothing, says something, and stays.
process.stderr.write("waiting for the moon\n");
setInterval(() => {}, 1_000);
