import { sameJson } from '../../../domain/content/objects/json.ts';
import type { Variables } from '../../../domain/content/page.ts';
import type { JsonValue } from '../../../ports/git/repository-format.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { ProjectSettings } from '../project-settings.ts';
import { Report } from '../report.ts';
import { readVariables } from '../shared-values.ts';
import { editYaml } from './yaml-edits.ts';

/** Writes the variables into `vars.yaml`; undefined if it states them already. Other values in the file stay. */
export async function writeVariables(
  project: ProjectFiles,
  { root }: ProjectSettings,
  variables: Variables,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | undefined> {
  const path = `${root === '' ? '' : `${root}/`}.gitbook/vars.yaml`;
  const before = (await project.read(project.has(path) ? [path] : [])).get(path);
  const stated = before === undefined ? {} : readVariables(path, before, new Report());
  const edits = new Map<string, JsonValue | undefined>();
  for (const [name, value] of Object.entries(variables)) if (!sameJson(stated[name], value)) edits.set(name, value);
  for (const name of Object.keys(stated)) if (!(name in variables)) edits.set(name, undefined);
  return edits.size === 0
    ? undefined
    : { path, bytes: Buffer.from(editYaml(before === undefined ? '' : Buffer.from(before).toString(), edits)) };
}
