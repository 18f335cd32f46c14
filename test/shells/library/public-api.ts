import { relative, resolve } from 'node:path';
import ts from '@typescript/typescript6';

/** A name that `import … from 'lexform'` gives. */
export interface PublicName {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'constant' | 'type';
  /** Its file, from `src/`. */
  readonly file: string;
  /** Its doc comment as text; empty when it has none. */
  readonly doc: string;
  /** How it is declared, without the body of a function and the value of a constant. */
  readonly declaration: string;
  /** Members of a type or a class that have no doc comment. */
  readonly bareMembers: readonly string[];
}

const LIBRARY = resolve('src/shells/library/library.ts');

/** The text of a node without its doc comment and without `export`. */
const textOf = (node: ts.Node): string => node.getText().replace(/^export (?:declare )?/, '');

function kindOf(node: ts.Declaration): PublicName['kind'] {
  if (ts.isFunctionDeclaration(node)) return 'function';
  if (ts.isClassDeclaration(node)) return 'class';
  if (ts.isBindingElement(node)) return 'constant';
  if (!ts.isVariableDeclaration(node)) return 'type';
  const { initializer } = node;
  return initializer !== undefined && ts.isArrowFunction(initializer) ? 'function' : 'constant';
}

/** Functions and constants as the compiler prints their types. */
function signature(checker: ts.TypeChecker, name: string, node: ts.Declaration): string {
  const flags =
    ts.TypeFormatFlags.NoTruncation |
    ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
    ts.TypeFormatFlags.WriteArrowStyleSignature;
  const type = checker.getTypeAtLocation(node);
  const [call] = type.getCallSignatures();
  if (call === undefined) {
    const text = checker.typeToString(type, node, flags);
    return `const ${name}: ${text.length > 300 ? 'Readonly<Record<string, { means: string; remedy: string }>>' : text}`;
  }
  return `function ${name}${checker.signatureToString(call, node, flags & ~ts.TypeFormatFlags.WriteArrowStyleSignature)}`;
}

/** A type as it is written; one that is what a function gives, with the members that it has. */
function typeText(checker: ts.TypeChecker, node: ts.Declaration): string {
  const text = textOf(node);
  if (!ts.isTypeAliasDeclaration(node) || !/= (?:ReturnType|d\.Decoded)</.test(text)) return text;
  const { NoTruncation, InTypeAlias, MultilineObjectLiterals } = ts.TypeFormatFlags;
  const type = checker.getTypeAtLocation(node.name);
  const flags = NoTruncation | InTypeAlias | MultilineObjectLiterals;
  const printed = checker
    .typeToString(type, undefined, flags)
    .replace(/Flat<({[^}]*}) & {}>/g, (_, inner: string) => inner.replace(/\s+/g, ' '))
    .replaceAll('    ', '\n  ')
    .replace(/}$/, '\n}');
  return `type ${node.name.text} = ${printed}`;
}

/** A class without the bodies of its functions. */
const classText = (node: ts.ClassDeclaration): string => {
  const members = node.members.map((member) => {
    const body = ts.isConstructorDeclaration(member) ? member.body : undefined;
    const text = body === undefined ? member.getText() : member.getText().slice(0, body.getStart() - member.getStart());
    const doc = ts.getJSDocCommentsAndTags(member).map((each) => each.getText());
    return [...doc, text.trim()].map((line) => `  ${line}`).join('\n');
  });
  const head = textOf(node).slice(0, textOf(node).indexOf('{'));
  return `${head}{\n${members.join('\n')}\n}`;
};

/** The doc comment of the statement that a name is one of several of: `export const { all: KINDS } = …`. */
function docOfStatement(node: ts.Node): string {
  const statement = ts.findAncestor(node, ts.isVariableStatement);
  const [doc] = statement === undefined ? [] : ts.getJSDocCommentsAndTags(statement);
  return doc === undefined ? '' : (ts.getTextOfJSDocComment(doc.comment) ?? '');
}

/** Every public name of the library, in code unit order, as the compiler sees it. */
export function publicApi(): readonly PublicName[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram([LIBRARY], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(LIBRARY);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error('src/shells/library/library.ts has no exports');
  return checker
    .getExportsOfModule(module)
    .map((exported): PublicName => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const { name } = exported;
      const [node] = symbol.declarations ?? [];
      if (node === undefined) throw new Error(`${name} is declared nowhere`);
      const kind = kindOf(node);
      const members = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) ? [...node.members] : [];
      const hasDoc = (member: ts.Node): boolean => ts.getJSDocCommentsAndTags(member).length > 0;
      const isPlain = (member: ts.Node): boolean => !ts.isConstructorDeclaration(member);
      return {
        name,
        kind,
        file: relative(resolve('src'), node.getSourceFile().fileName),
        doc: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() || docOfStatement(node),
        declaration: ts.isClassDeclaration(node)
          ? classText(node)
          : kind === 'type'
            ? typeText(checker, node)
            : signature(checker, name, node),
        bareMembers: members.flatMap((member) =>
          hasDoc(member) || !isPlain(member) ? [] : [member.name?.getText() ?? ''],
        ),
      };
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}
