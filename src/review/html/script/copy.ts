/**
 * Part of the page's script: the buttons that copy an option for a refusal. If the browser does not allow copying, they
 * select it.
 */
export const COPY_SCRIPT = `
for (const button of document.querySelectorAll('button.copy')) {
  button.hidden = false;
  const flag = button.parentElement.querySelector('code');
  const say = (text) => { byId('copied').textContent = text; };
  const select = () => {
    getSelection().selectAllChildren(flag);
    flag.focus();
    say('Selected: copy with Ctrl+C or ⌘C');
  };
  button.setAttribute('aria-label', 'Copy ' + flag.textContent);
  button.addEventListener('click', () => {
    if (!navigator.clipboard) return select();
    navigator.clipboard.writeText(flag.textContent).then(() => say('Copied'), select);
  });
}
`;
