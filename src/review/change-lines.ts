import { diffWordsWithSpace } from 'diff';
import type { Colors } from 'picocolors/types.js';
import type { SourceRef } from '../model/source-ref.ts';
import type { EntryChange, InstructionChange, RuleChange } from '../plan/plan.ts';
import { visible } from './visible.ts';

/** Above this many characters two texts are shown side by side and not compared word by word. */
const WORD_DIFF_MAX_CHARS = 2000;

/** A phrase that would be misread next to an arrow, or whose ends matter, is quoted. */
const phrase = (text: string): string => (/^\s|\s$|→|⇒|^"|"$|^$/u.test(text) ? `"${visible(text)}"` : visible(text));

const place = (at: SourceRef | undefined, colors: Colors): string =>
  at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`);

/** Says so when only case or white space differs, which is easily overlooked. */
function nature(from: string, to: string): string {
  if (from.toLowerCase() === to.toLowerCase()) return ' (case only)';
  if (from.replace(/\s+/gu, '') === to.replace(/\s+/gu, '')) return ' (white space only)';
  return from.normalize('NFC') === to.normalize('NFC') ? ' (Unicode form only)' : '';
}

/** A stretch that both texts share, or that stands in one of them in place of what the other one has. */
type Stretch =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'differs'; readonly from: string; readonly to: string };

/** The word difference of two texts. White space between two differences belongs to them: one marked stretch reads better than three. */
function stretches(from: string, to: string): readonly Stretch[] {
  const found: Stretch[] = [];
  const parts = diffWordsWithSpace(from, to);
  for (const [index, { added, removed, value }] of parts.entries()) {
    const last = found.at(-1);
    const isChange = added || removed;
    const inside = last?.kind === 'differs' && (isChange || (value.trim() === '' && index + 1 < parts.length));
    if (!inside)
      found.push(
        isChange
          ? { kind: 'differs', from: removed ? value : '', to: added ? value : '' }
          : { kind: 'same', text: value },
      );
    else
      found[found.length - 1] = {
        kind: 'differs',
        from: last.from + (added ? '' : value),
        to: last.to + (removed ? '' : value),
      };
  }
  return found.flatMap((stretch): readonly Stretch[] => {
    if (stretch.kind === 'same') return [stretch];
    // What both sides end with is shared after all.
    const tail = /\s*$/u.exec(stretch.from)?.[0] ?? '';
    const shared = tail !== '' && stretch.to.endsWith(tail) ? tail : '';
    const cut = (text: string): string => text.slice(0, text.length - shared.length);
    return [
      { kind: 'differs', from: cut(stretch.from), to: cut(stretch.to) },
      ...(shared === '' ? [] : [{ kind: 'same', text: shared } as const]),
    ];
  });
}

/** `old → new`, with the words that differ marked: by colour where there is colour, else with brackets where only part of it differs. */
export function wordChange(from: string, to: string, colors: Colors): string {
  const sides = `${colors.red(phrase(from))} → ${colors.green(phrase(to))}`;
  if (from.length + to.length > WORD_DIFF_MAX_CHARS) return sides;
  const found = stretches(from, to);
  if (!found.some((stretch) => stretch.kind === 'same' && stretch.text.trim() !== '')) return sides;
  const side = (pick: 'from' | 'to', mark: (text: string) => string): string =>
    found
      .map((stretch) =>
        stretch.kind === 'same' ? visible(stretch.text) : stretch[pick] === '' ? '' : mark(visible(stretch[pick])),
      )
      .join('');
  if (colors.isColorSupported) {
    return `${side('from', (text) => colors.red(colors.underline(text)))} → ${side('to', (text) => colors.green(colors.underline(text)))}`;
  }
  const marked = (stretch: Stretch): string => {
    if (stretch.kind === 'same') return visible(stretch.text);
    const gone = stretch.from === '' ? '' : `[-${visible(stretch.from)}-]`;
    return `${gone}${stretch.to === '' ? '' : `{+${visible(stretch.to)}+}`}`;
  };
  return found.map(marked).join('');
}

/** One entry, from its marker on. */
export function entryLine(change: EntryChange, colors: Colors): string {
  switch (change.kind) {
    case 'added':
      return `${colors.green(`+ ${phrase(change.source)} → ${phrase(change.to)}`)}${place(change.at, colors)}`;
    case 'removed':
      return colors.red(`- ${phrase(change.source)} → ${phrase(change.from)}`);
    case 'changed':
      return `${colors.yellow('~')} ${phrase(change.source)}: ${wordChange(change.from, change.to, colors)}${nature(change.from, change.to)}${place(change.at, colors)}`;
    default:
      return change satisfies never;
  }
}

/** One rule: `category.rule`, and its options. */
export function ruleLine(change: RuleChange, colors: Colors): string {
  const name = `${visible(change.category)}.${visible(change.rule)}`;
  switch (change.kind) {
    case 'added':
      return `${colors.green(`+ ${name}: ${visible(change.to)}`)}${place(change.at, colors)}`;
    case 'removed':
      return colors.red(`- ${name}: ${visible(change.from)}`);
    case 'changed':
      return `${colors.yellow('~')} ${name}: ${colors.red(visible(change.from))} → ${colors.green(visible(change.to))}${place(change.at, colors)}`;
    default:
      return change satisfies never;
  }
}

/** One custom instruction: its label, then what differs. */
export function instructionLines(change: InstructionChange, colors: Colors): readonly string[] {
  switch (change.kind) {
    case 'added':
      return [
        `${colors.green(`+ instruction ${phrase(change.to.label)}: ${visible(change.to.prompt)}`)}${place(change.at, colors)}`,
      ];
    case 'removed':
      return [colors.red(`- instruction ${phrase(change.from.label)}: ${visible(change.from.prompt)}`)];
    case 'changed': {
      const { from, to } = change;
      const label = from.label === to.label ? phrase(to.label) : wordChange(from.label, to.label, colors);
      return [
        `${colors.yellow('~')} instruction ${label}${place(change.at, colors)}`,
        ...(from.prompt === to.prompt ? [] : [`    prompt: ${wordChange(from.prompt, to.prompt, colors)}`]),
        ...(from.sourceLanguage === to.sourceLanguage
          ? []
          : [
              `    source language: ${visible(from.sourceLanguage ?? 'not set')} → ${visible(to.sourceLanguage ?? 'not set')}`,
            ]),
      ];
    }
    default:
      return change satisfies never;
  }
}
