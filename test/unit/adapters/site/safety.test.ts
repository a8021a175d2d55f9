import { expect } from 'chai';
import fc from 'fast-check';
import { INLINE_SCRIPTS } from '../../../../src/adapters/site/inline-scripts.ts';
import { contentSecurityPolicy, pageHeaders } from '../../../../src/adapters/site/security-headers.ts';
import { attributesOf, contentOf, elementsOf, expectInert, render, renderer, viewOf } from './support.ts';
import { checkProperty } from '../../../support/properties.ts';

const VECTORS: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//x.example/x.js></SCRIPT>',
  'a <script>alert(1)</script> b',
  '<script',
  '<script>unclosed',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" />',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x\nonerror\n=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](java&#9;script:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#1;javascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="&#x6A;&#x61;vascript:alert(1)">x</a>',
  '<a href="jav&Tab;ascript:alert(1)">x</a>',
  '<a href="javascript&NewLine;:alert(1)">x</a>',
  '<a href="\u00adjavascript:alert(1)">x</a>',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](blob:https://x/1)',
  '[x](view-source:javascript:1)',
  '[x](feed:javascript:alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x](data:text/html,x)',
  '![x](data:image/png;base64,AAAA"onerror=alert(1))',
  '![x](x "\\" onerror=alert(1) a=\\"")',
  '[x](x "\\" onmouseover=alert(1) a=\\"")',
  '![" onerror="alert(1)](x)',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><use href="data:image/svg+xml,x#y"/></svg>',
  '<math><mtext></table></math><img src=x onerror=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<select><style></select><img src=x onerror=alert(1)></style></select>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://evil.example/"><img src=x onerror=alert(1)></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code=x>',
  '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<link rel="import" href="data:text/html,x">',
  '<html onload=alert(1)>',
  '<body onload=alert(1)>',
  '<head><script>alert(1)</script></head>',
  '<form action="https://evil.example/"><input name=password><button formaction="javascript:alert(1)">go</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<input type=image src="javascript:alert(1)">',
  '<input type=password name=x>',
  '<select onchange=alert(1)><option>x</select>',
  '<isindex action=javascript:alert(1) type=image>',
  '<button onclick=alert(1) formaction=javascript:alert(1)>x</button>',
  '<keygen autofocus onfocus=alert(1)>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<div style="position:fixed;inset:0">x</div>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<style>body{display:none}</style>',
  '<mark style="color:red;background:url(//evil.example)">x</mark>',
  '<mark style="color:expression(alert(1))">x</mark>',
  '<img srcset="javascript:alert(1) 1x, x 2x">',
  '<picture><source srcset="javascript:alert(1)" media="(prefers-color-scheme: dark)"><img src=x></picture>',
  '<picture><source srcset="x" media="all" onload=alert(1)><img src=x></picture>',
  '<video src="javascript:alert(1)" onerror=alert(1)></video>',
  '<video><source onerror=alert(1) src="javascript:alert(1)"></video>',
  '<audio src=x onerror=alert(1)>',
  '<video poster="javascript:alert(1)">',
  '<!-- unclosed',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--- --!><img src=x onerror=alert(1)>',
  '<!-- --!><script>alert(1)</script> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml <img src=x onerror=alert(1)> ?>',
  '<!DOCTYPE html><script>alert(1)</script>',
  '</article></main></body></html><script>alert(1)</script>',
  '</div></div></div><h1>fake</h1>',
  '</title><script>alert(1)</script>',
  '<a id="location" name="location">x</a><a id="quire-content">y</a><a id="__proto__">z</a>',
  '<img id="cookie" name="cookie" src=x>',
  '<form id="x"><input id="attributes"></form>',
  '<div id="a"></div><div id="a"></div>',
  '# toString\n\n## __proto__\n\n## quire content',
  '<details name="q-tabs-1" ontoggle=alert(1) open>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<dialog open onclose=alert(1)>x</dialog>',
  '<a href="https://x" target="_blank" ping="https://evil.example" onclick="alert(1)">x</a>',
  '<blockquote cite="javascript:alert(1)">x</blockquote>',
  '<table background="javascript:alert(1)"><td background=x>y</table>',
  '<area href="javascript:alert(1)">',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<x-y is="script" onclick=alert(1)>x</x-y>',
  '<div is="x" contenteditable onblur=alert(1) autofocus tabindex=1 accesskey=x>x</div>',
  '{% hint style="info\\" onclick=alert(1)" %}\nx\n{% endhint %}',
  '{% hint style="__proto__" %}\nx\n{% endhint %}',
  '{% embed url="javascript:alert(1)" %}',
  '{% embed url="data:text/html,<script>alert(1)</script>" %}',
  '{% file src="javascript:alert(1)" caption="<img src=x onerror=alert(1)>" %}',
  '{% content-ref url="javascript:alert(1)" %}\n[x](javascript:alert(1))\n{% endcontent-ref %}',
  '{% tabs %}\n{% tab title="<script>alert(1)</script>" %}\nx\n{% endtab %}\n{% endtabs %}',
  '{% code title="<img src=x onerror=alert(1)>" %}\n```"><script>alert(1)</script>\n</code></pre><script>alert(1)</script>\n```\n{% endcode %}',
  '{% <script>alert(1)</script> %}',
  '{% unknown "><script>alert(1)</script> %}',
  '{% swagger src="javascript:alert(1)" path="<script>" method="onclick" %}\n{% endswagger %}',
  '{% update date="\\"><script>" tags="<script>alert(1)</script>" %}\nx\n{% endupdate %}',
  '{% @x/y url="javascript:alert(1)" %}',
  '{% column width="1;position:fixed" %}\nx\n{% endcolumn %}',
  '<table data-view="cards"><thead><tr><th></th><th data-card-target></th><th data-card-cover></th></tr></thead><tbody><tr><td><img src=x onerror=alert(1)></td><td><a href="javascript:alert(1)">x</a></td><td><a href="javascript:alert(1)">x</a></td></tr></tbody></table>',
  '`<script>`\n\n    <script>alert(1)</script>\n\n$$<script>alert(1)</script>$$',
  '[^<script>]\n\n[^<script>]: <img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u0000<script>alert(1)</script>',
  '<\u0000script>alert(1)</script>',
  '<script\u0000>alert(1)</script>',
  '<ſcript>alert(1)</ſcript>',
  '<b><i><a href="x"><b><i><a href="javascript:alert(1)"><table><a href="javascript:alert(1)">',
  '<span data-gb-custom-inline data-tag="emoji" data-code="3c-73-63"></span>',
  '<code class="expression"><script>alert(1)</script></code>',
  '| <script>alert(1)</script> | [x](javascript:1) |\n|-|-|\n| <img src=x onerror=alert(1)> | b |',
];

describe('safety of published pages', () => {
  for (const vector of VECTORS) {
    it(`stays inert for ${JSON.stringify(vector).slice(0, 120)}`, () => {
      expectInert(render(vector).html);
      expectInert(render(`- item\n\n  ${vector}\n\n> ${vector}`).html);
    });
  }

  it('[A34] stays inert for any sequence of dangerous pieces', () => {
    const pieces = [
      ...VECTORS,
      '\n',
      '\n\n',
      ' ',
      '<',
      '>',
      '"',
      "'",
      '`',
      '```\n',
      '<div>',
      '</div>',
      '<p>',
      '</p>',
      '<table>',
      '<td>',
      '</table>',
      '<pre>',
      '</pre>',
      '<a href="',
      '<b title="',
      '<svg>',
      '<style>',
      '</style>',
      '<math>',
      '<!--',
      '-->',
      '{% if x %}',
      '{% endif %}',
      '{% tabs %}',
      '{% endtabs %}',
      '| a |\n|-|\n',
      '* ',
      '> ',
      '[',
      '](',
      ')',
      '\t',
    ];
    checkProperty(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 12, unit: 'binary' })), { maxLength: 14 }),
        (parts) => {
          expectInert(render(parts.join('')).html);
        },
      ),
      { numRuns: 250 },
    );
  });

  it('stays inert for any data of the frame', () => {
    const evil = '"><script>alert(1)</script>';
    const href = 'javascript:alert(1)';
    const link = { title: evil, href };
    const child = { type: 'link' as const, title: evil, href, children: [] };
    const { html } = renderer.renderPageNow(
      viewOf('text', {
        site: {
          title: evil,
          basePath: '/docs/',
          language: evil,
          sections: [link, link],
          variants: [{ ...link, current: true }, link],
        },
        navigation: [
          { type: 'group', title: evil, emoji: evil, children: [child] },
          { type: 'document', title: evil, href: 'vbscript:x', current: true, children: [child] },
        ],
        breadcrumbs: [link],
        previous: link,
        next: link,
        canonicalUrl: href,
        page: {
          title: evil,
          description: evil,
          emoji: evil,
          cover: { image: href, darkImage: href },
          icon: evil,
          updatedAt: `2024-01-01${evil}`,
          editHref: href,
        },
      }),
    );
    expectInert(html);
    expectInert(renderer.renderNotFound({ site: { title: evil, basePath: '/docs/' }, navigation: [child] }).html);
  });

  it('removes dangerous URLs returned by a resolver', () => {
    const { html } = render('[x](a.md) ![y](b.png)', {
      resolveLink: () => ({ href: 'java\tscript:alert(1)', title: '<script>' }),
    });
    expectInert(html);
    expect(html).to.include('q-broken');
  });

  it('keeps embedded raster images, and no other data URLs', () => {
    expect(contentOf('![x](data:image/png;base64,iVBORw0KGgo=)')).to.include(
      'src="data:image/png;base64,iVBORw0KGgo="',
    );
    expect(contentOf('![x](data:image/svg+xml;base64,PHN2Zz4=)')).not.to.include('data:');
  });

  it('removes class names of the frame from content', () => {
    for (const tagName of ['div', 'h2', 'ul', 'ol', 'section', 'details', 'p', 'span', 'a', 'code'])
      expect(contentOf(`<${tagName} class="s-header q-full header">x</${tagName}>`), tagName)
        .to.include('class="q-full"')
        .and.not.include('header');
  });

  it('keeps text that merely looks dangerous', () => {
    expect(contentOf('Use `<script>` and &lt;b&gt;.')).to.equal('<p>Use <code>&lt;script></code> and &lt;b>.</p>');
    expect(contentOf('before <!-- unclosed')).to.include('before').and.to.include('unclosed');
    expect(contentOf('<textarea> and after')).to.include('and after');
  });

  it('[A34] forbids scripts, frames, forms, foreign styles and base URLs by header', () => {
    const { headers } = render('x');
    expect(headers).to.include(pageHeaders({ noIndex: false, needs: { inlineScripts: INLINE_SCRIPTS } }));
    const policy = String(headers['Content-Security-Policy']).split('; ');
    expect(policy).to.include.members([
      "default-src 'none'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' https: data:",
      "frame-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
    ]);
    expect(headers).to.include({ 'X-Content-Type-Options': 'nosniff' });
    expect(policy.find((one) => one.startsWith('script-src'))).to.match(/^script-src 'self'( 'sha256-[\w+/]+=')*$/);
    expect(headers).to.have.property('Referrer-Policy');
    expect(renderer.renderNotFound({ site: { title: 'x', basePath: '/' }, navigation: [] }).headers).to.include(
      pageHeaders({ noIndex: true, needs: { inlineScripts: INLINE_SCRIPTS } }),
    );
  });

  it('[A34] allows other hosts only as declared, and only origins', () => {
    const policy = contentSecurityPolicy({
      frames: ['https://player.vimeo.com', "https://x.example; script-src 'unsafe-inline'", '*'],
      connects: ['https://api.example:8443'],
    }).split('; ');
    expect(policy).to.include.members([
      'frame-src https://player.vimeo.com',
      "connect-src 'self' https://api.example:8443",
    ]);
    expect(policy.join()).not.to.include('unsafe').and.not.to.include('*');
  });

  it('needs nothing that its policy forbids', () => {
    const { html } = render('{% tabs %}\n{% tab title="a" %}\nx\n{% endtab %}\n{% endtabs %}', {
      navigation: [{ type: 'document', title: 'a', href: '/a', children: [] }],
    });
    const elements = elementsOf(html);
    expect(elements.filter(({ tagName }) => tagName === 'style' || tagName === 'form')).to.deep.equal([]);
    expectInert(html);
    expect(elements.filter((element) => 'style' in attributesOf(element))).to.deep.equal([]);
  });
});
