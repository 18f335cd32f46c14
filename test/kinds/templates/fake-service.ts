import type { HttpRequest, HttpResponse } from '../../../src/client/transport/ports.ts';

interface StoredTemplate {
  readonly id: string;
  name: string;
  strings: Record<string, string>;
  tags: { readonly id: string; word: string; tone: string }[];
  snippets: Record<string, string>;
}

type Body = Partial<Omit<StoredTemplate, 'strings'>> & {
  readonly strings?: Readonly<Record<string, string | null>>;
  readonly word?: string;
  readonly tone?: string;
};

/** What else is asked for: there is none of it. */
const OTHERS: Readonly<Record<string, object>> = {
  '/v3/glossaries': { glossaries: [] },
  '/v3/style_rules': { style_rules: [] },
};

/** A service that has nothing but templates: its calls, as a kind of the test speaks them. */
export class FakeTemplates {
  readonly stored = new Map<string, StoredTemplate>();
  /** Method and path of each call. */
  readonly calls: string[] = [];
  private count = 0;

  private id(prefix: string): string {
    this.count += 1;
    return `${prefix}-${this.count}`;
  }

  /** The calls that changed something. */
  get writes(): readonly string[] {
    return this.calls.filter((call) => !call.startsWith('GET'));
  }

  private create({ name = '', strings = {}, tags = [], snippets = {} }: Body): StoredTemplate {
    const template = {
      id: this.id('t'),
      name,
      strings: { ...(strings as Record<string, string>) },
      tags: tags.map(({ word, tone }) => ({ id: this.id('tag'), word, tone })),
      snippets: { ...snippets },
    };
    this.stored.set(template.id, template);
    return template;
  }

  private answer(method: string, [, id = '', part, item = '']: readonly string[], body: Body): object | undefined {
    if (id === '' && method === 'GET')
      return {
        templates: [...this.stored.values()].map(({ snippets, ...rest }) => ({
          ...rest,
          snippet_count: Object.keys(snippets).length,
        })),
      };
    if (id === '' && method === 'POST') return this.create(body);
    const template = this.stored.get(id);
    if (template === undefined) return undefined;
    if (part === undefined) {
      if (method === 'GET') return template;
      if (method === 'DELETE') this.stored.delete(id);
      if (method === 'PATCH') {
        template.name = body.name ?? template.name;
        const strings = Object.entries({ ...template.strings, ...body.strings });
        template.strings = Object.fromEntries(strings.filter((row): row is [string, string] => row[1] !== null));
      }
      return {};
    }
    if (part === 'snippets') {
      if (method === 'DELETE') template.snippets = {};
      if (method === 'PUT') template.snippets = { ...body.snippets };
      return { snippets: template.snippets };
    }
    const { word = '', tone = '' } = body;
    if (method === 'POST') template.tags.push({ id: this.id('tag'), word, tone });
    const known = template.tags.find((tag) => tag.id === item);
    if (method !== 'POST' && known === undefined) return undefined;
    if (method === 'DELETE') template.tags = template.tags.filter((tag) => tag !== known);
    if (method === 'PUT' && known !== undefined) Object.assign(known, { word, tone });
    return {};
  }

  readonly fetch = async (url: string, { method, body }: HttpRequest): Promise<HttpResponse> => {
    const { pathname } = new URL(url);
    this.calls.push(`${method} ${pathname}`);
    const parts = pathname.slice(1).split('/').map(decodeURIComponent);
    const given = body === undefined || body.length === 0 ? {} : JSON.parse(new TextDecoder().decode(body));
    const [version, ...path] = parts;
    const answer =
      version === 'v1' && path[0] === 'templates' ? this.answer(method, path, given as Body) : OTHERS[pathname];
    return new Response(JSON.stringify(answer ?? { message: 'Not found' }), {
      status: answer === undefined ? 404 : 200,
      headers: { 'content-type': 'application/json' },
    });
  };
}
