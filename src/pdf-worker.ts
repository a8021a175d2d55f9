import { servePrinter } from './adapters/pdf/serve-printer.ts';
import { HtmlSiteRenderer } from './adapters/site/html-site-renderer.ts';

servePrinter(new HtmlSiteRenderer());
