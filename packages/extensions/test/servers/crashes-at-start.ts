process.stderr.write("loading\nNo API token was given.\n");
process.exit(3);
