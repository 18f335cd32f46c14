/**
 * Part of the page's script: the button that copies the options for a refusal. If the browser does not allow copying,
 * it selects them.
 */
export const COPY_SCRIPT = `
const copyButton = byId('copy');
if (copyButton) {
  copyButton.hidden = false;
  const flags = byId('flags');
  const say = (text) => { byId('copied').textContent = text; };
  const select = () => {
    getSelection().selectAllChildren(flags);
    flags.focus();
    say('Selected: copy with Ctrl+C or ⌘C');
  };
  copyButton.addEventListener('click', () => {
    if (!navigator.clipboard) return select();
    navigator.clipboard.writeText(flags.textContent).then(() => say('Copied'), select);
  });
}
`;
