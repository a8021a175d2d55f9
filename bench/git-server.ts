import { serveGit } from '../test/unit/adapters/git/git-server.ts';

/**
 * Serves the bare repositories of a folder in a separate process, because starting git takes longer from a larger
 * process. Prints its address when it listens.
 */
const { port } = await serveGit(process.argv[2]!);
process.stdout.write(`http://127.0.0.1:${port}\n`);
process.on('SIGTERM', () => process.exit(0));
