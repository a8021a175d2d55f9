import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { servePrinter } from './adapters/pdf/serve-printer.ts';
import { HtmlSiteRenderer } from './adapters/site/html-site-renderer.ts';

servePrinter(
  parentPort!,
  new HtmlSiteRenderer(),
  new URL(`picture-worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);
