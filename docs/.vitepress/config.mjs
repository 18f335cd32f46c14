// The site of the documentation. The pages are plain Markdown that is read on a code host as well, so everything that
// the site needs beside them stands here.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const { repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const REPOSITORY = String(repository?.url ?? '').replace(/^git\+|\.git$/g, '');

/** The parts of the front page with their links are the parts of the sidebar. */
function sidebar() {
  const index = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      text: part.split('\n', 1)[0],
      collapsed: false,
      items: [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)]
        .filter(([, , path]) => !path.startsWith('../'))
        .map(([, text, path]) => ({ text, link: `/${sitePath(path)}` })),
    }));
}

/** `README.md` is the page of its folder. */
const sitePath = (path) => path.replace(/(^|\/)README\.md/, '$1').replace(/\.md(?=#|$)/, '');

/** A link that leads out of docs/ is one to the file in the repository. */
function linksOutside(markdown) {
  const render =
    markdown.renderer.rules.link_open ?? ((tokens, at, options, _, self) => self.renderToken(tokens, at, options));
  markdown.renderer.rules.link_open = (tokens, at, options, env, self) => {
    const token = tokens[at];
    const target = token.attrGet('href') ?? '';
    const path = posix.join(posix.dirname(env.relativePath ?? ''), target);
    if (!/^[a-z]+:|^[/#]/.test(target) && path.startsWith('..'))
      token.attrSet('href', `${REPOSITORY}/blob/main/${path.replace(/^(?:\.\.\/)+/, '')}`);
    return render(tokens, at, options, env, self);
  };
}

/** Placeholders of ours, such as `{{ }}` in a CSV cell, are no templates of the generator. */
function noTemplates(markdown) {
  const render = markdown.renderer.rules.text;
  markdown.renderer.rules.text = (...given) => render(...given).replaceAll('{{', '&#123;&#123;');
}

export default {
  title: 'Lexform',
  description: 'Terminology and style as code',
  cleanUrls: true,
  lastUpdated: false,
  rewrites: {
    'README.md': 'index.md',
    'formats/README.md': 'formats/index.md',
    'decisions/README.md': 'decisions/index.md',
  },
  markdown: {
    config(markdown) {
      linksOutside(markdown);
      noTemplates(markdown);
    },
  },
  themeConfig: {
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    nav: [
      { text: 'Get started', link: '/get-started' },
      { text: 'Commands', link: '/commands' },
      { text: 'Files', link: '/files' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      ...(REPOSITORY === '' ? [] : [{ text: 'Repository', link: REPOSITORY }]),
    ],
  },
};
