import type {
  DesiredStyleList,
  LiveStyleList,
  OwnedStyleList,
  StyleListAddress,
  StyleListContent,
} from '../../kinds/style-list/style-list.ts';
import { styleListDigest } from '../../kinds/style-list/style-list.ts';
import { driftInstructions } from './drift-instructions.ts';
import type { DriftKind } from './drift-resource.ts';
import { driftValues, type KeyedValues } from './drift-values.ts';

/**
 * Name, language and rules. The service changes the language of no list: only one that was made anew has another.
 */
const keyedValues = ({ name, language, rules }: StyleListContent): KeyedValues => [
  [['name'], name],
  [['language'], language],
  ...[...rules].flatMap(([category, selected]) =>
    [...selected].map(([rule, option]) => [['rule', category, rule], option] as const),
  ),
];

export const STYLE_LIST_DRIFT: DriftKind<
  'style-list',
  StyleListAddress,
  DesiredStyleList,
  LiveStyleList,
  OwnedStyleList,
  StyleListContent
> = {
  kind: 'style-list',
  baseName: ({ content }) => content.name,
  differences({ base: { content: base }, desired, live }, count) {
    const [ours, theirs] = [desired?.content ?? base, live.content];
    const keyed = { base: keyedValues(base), ours: keyedValues(ours), theirs: keyedValues(theirs) };
    const values = driftValues(keyed, count, ([part, category = '', rule = '']) =>
      part === 'rule' ? desired?.locateRule(category, rule) : undefined,
    );
    const instructions = driftInstructions(
      {
        base: base.instructions,
        ours: ours.instructions,
        theirs: live.instructions,
        languages: { base: base.language, ours: ours.language, theirs: theirs.language },
        origins: desired?.instructionOrigins,
      },
      count,
    );
    return { values: [...values, ...instructions], children: [] };
  },
  isEdited: ({ content }, base) => styleListDigest(content) !== styleListDigest(base.content),
  liveName: ({ content }) => content.name,
  contentOf: (_, { content }) => content,
};
