-- Runs inside Neovim: starts the server on the folder, waits for its index, asks what COTEXT_TEST asks, writes the answers.
local test = vim.fn.json_decode(vim.fn.readfile(vim.env.COTEXT_TEST))
local shown = {}

vim.lsp.handlers["cotext/indexStatusChanged"] = function(_, result)
  table.insert(shown, result.folders[1].phase)
end

local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit 1")
end

local function main()
  local id = vim.lsp.start_client({
    name = "cotext",
    cmd = test.command,
    root_dir = test.folder,
    workspace_folders = { { name = "workspace", uri = vim.uri_from_fname(test.folder) } },
    -- Old versions of Neovim do not send what waits before they ask.
    flags = { debounce_text_changes = 0 },
    init_options = { settings = { completion = { maxChunks = 12 } } },
  })
  if not id then
    fail("the client does not start")
  end
  local client = vim.lsp.get_client_by_id(id)
  if not vim.wait(20000, function() return client.initialized end, 20) then
    fail("the server does not answer initialize")
  end

  local function ask(method, params)
    local answer = client.request_sync(method, params, 20000, 0)
    if not answer or answer.err then
      fail(method .. ": " .. vim.inspect(answer))
    end
    return answer.result
  end

  local ready = false
  for _ = 1, 1200 do
    local status = ask("cotext/indexStatus", vim.empty_dict())
    ready = #status.folders == 1 and status.folders[1].phase == "ready"
    if ready then
      break
    end
    -- Without this pause each answer would wake a `vim.wait` that watches for the index, and be a question of its own.
    vim.wait(50, function() return false end)
  end
  if not ready then
    fail("the index is not ready")
  end

  local answers = {}
  vim.cmd("edit " .. vim.fn.fnameescape(test.folder .. "/" .. test.context.document))
  vim.lsp.buf_attach_client(0, id)
  answers.context = ask("cotext/completionContext", {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = test.context.line, character = test.context.character },
    timeBudgetMs = 5000,
  })
  answers.search = ask("cotext/search", { query = test.search.query, limit = 5 })
  answers.symbol = ask("workspace/symbol", { query = test.symbol.query })

  -- Neovim's own synchronisation: typed over an emoji, deleted, undone.
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { "# 😀 a comment 😀", "def zanzibar_lighthouse():", "    return '😀'" })
  vim.api.nvim_buf_set_text(0, 0, 6, 0, 6, { "😀 and é", "# " })
  vim.cmd("doautocmd TextChanged")
  answers.unsaved = ask("cotext/search", { query = "zanzibar_lighthouse", mode = "literal" })
  answers.lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.cmd("bwipeout!")
  answers.closed = ask("cotext/search", { query = "zanzibar_lighthouse", mode = "literal" })
  answers.shown = shown

  vim.fn.writefile({ vim.fn.json_encode(answers) }, test.answers)
  vim.lsp.stop_client(id)
  if not vim.wait(20000, function() return client.is_stopped() end, 20) then
    fail("the server does not stop")
  end
end

local passed, message = xpcall(main, debug.traceback)
if not passed then
  fail(message)
end
vim.cmd("qall!")
