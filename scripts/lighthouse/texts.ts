const CODE = `\`\`\`typescript
import { Service } from '@example/service';

/** Starts the service with the settings of the environment. */
export async function start(port = 8080): Promise<Service> {
  const service = new Service({ port, name: 'service' });
  await service.start();
  return service;
}
\`\`\``;

/** First page of a site: cards, steps and tabs. */
export const LANDING = `The service stores what you send to it and finds it again.

<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><strong>Reference</strong></td><td>All settings of the service</td></tr><tr><td><strong>Changelog</strong></td><td>What is new in the service</td></tr></tbody></table>

## Start

{% stepper %}
{% step %}
### Install

Install the service with your package manager.
{% endstep %}
{% step %}
### Run

Run it, and open it in a browser.
{% endstep %}
{% endstepper %}

{% tabs %}
{% tab title="TypeScript" %}
${CODE}
{% endtab %}
{% tab title="Shell" %}
\`\`\`bash
curl https://example.com/service | sh
\`\`\`
{% endtab %}
{% endtabs %}

{% hint style="info" %}
The service needs 200 MB of memory.
{% endhint %}
`;

const section = (n: number): string => `## Setting group ${n}

The service reads these settings at its start. See [the first group](#setting-group-1) for how they are written.

| Name | Default | Purpose |
| --- | --- | --- |
${Array.from({ length: 8 }, (_, i) => `| \`SERVICE_${n}_SETTING_${i}\` | ${i * n} | limits what the service does at a time |`).join('\n')}

${CODE}

{% hint style="warning" %}
A change needs a restart of the service.
{% endhint %}
`;

/** Long page with code and tables. */
export const LONG = `All settings of the service, by group.\n\n${Array.from({ length: 20 }, (_, n) => section(n + 1)).join('\n')}`;

/** Changelog with pictures. */
export const CHANGELOG = `{% updates format="full" %}
${Array.from(
  { length: 3 },
  (_, i) => `{% update date="2026-0${3 - i}-01" %}
## Version ${3 - i}.0

The service has a new page for its state.

![State of the service in version ${3 - i}](/files/{file:screenshot-${i}.png})
{% endupdate %}`,
).join('\n')}
{% endupdates %}
`;

/** Page in Chinese. */
export const CHINESE = `本指南介绍如何在服务器上安装软件，以及安装之后如何进行配置。

## 系统要求

服务器需要至少两百兆内存。安装之前，请确认网络连接正常，并且拥有管理员权限。

* 操作系统：任何受支持的版本
* 内存：至少两百兆
* 磁盘空间：至少一千兆

## 安装步骤

${CODE}

{% hint style="info" %}
安装完成后，请重新启动服务。
{% endhint %}

| 设置 | 默认值 | 说明 |
| --- | --- | --- |
| \`PORT\` | 8080 | 服务监听的端口 |
| \`NAME\` | 服务 | 服务的名称 |
`;
