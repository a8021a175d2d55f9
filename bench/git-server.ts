import { serveGit } from '../test/unit/adapters/git/git-server.ts';

/** Serves the bare repositories below a folder, as a process of its own: starting git costs the more the larger the process is that starts it. Prints its address when it listens. */
const { port } = await serveGit(process.argv[2]!);
process.stdout.write(`http://127.0.0.1:${port}\n`);
process.on('SIGTERM', () => process.exit(0));
